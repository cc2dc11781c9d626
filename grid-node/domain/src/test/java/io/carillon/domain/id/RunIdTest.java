package io.carillon.domain.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.carillon.domain.time.Micros;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The values here were reckoned by another program. They stand in rows and in users' systems: they never change. */
class RunIdTest {

    private static final JobId JOB = JobId.parse("0190163d-8694-739b-aea5-966c26f8ad91");
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    @ParameterizedTest
    @CsvSource({
        "0,                  SCHEDULE, ,           00000000-0000-8035-87af-0ce53c30190c",
        "1772366400000000,   SCHEDULE, ,           019ca945-0a00-8035-82b3-f0608a789b06",
        "1772366400000001,   SCHEDULE, ,           019ca945-0a00-8035-a684-56b72968d9ff",
        "1772366400000999,   SCHEDULE, ,           019ca945-0a00-8035-8bd9-97f78a411692",
        "1772366400000000,   MANUAL,   order-4711, 019ca945-0a00-8035-968a-d992ede56dac",
        "1772366400000000,   MANUAL,   order-4712, 019ca945-0a00-8035-915a-010018a84166",
        "1772366400000000,   MANUAL,   größe,      019ca945-0a00-8035-9b5a-b3076dc16dde",
        "1772366400000000,   BACKFILL, order-4711, 019ca945-0a00-8035-a7ee-84a21e4f8863",
        "253402300799000000, SCHEDULE, ,           e677d21f-d818-8035-89bb-c96fd26931e2",
    })
    void what_makes_a_run_owed_makes_its_id_for_ever(
            long nominalMicros, Trigger trigger, @Nullable String requestId, String id) {
        assertThat(RunId.of(JOB, Micros.toInstant(nominalMicros), trigger, requestId))
                .hasToString(id);
    }

    @Test
    void it_says_version_shard_and_time() {
        RunId id = RunId.of(JOB, NOON, Trigger.SCHEDULE, null);
        assertThat(id.value().version()).isEqualTo(8);
        assertThat(id.value().variant()).isEqualTo(2);
        assertThat(id.shard()).isEqualTo(JOB.shard());
        assertThat(id.nominalMillis()).isEqualTo(NOON.toEpochMilli());
        assertThat(RunId.parse(id.toString())).isEqualTo(id);
    }

    @Test
    void ids_stand_in_the_order_of_their_times_as_the_database_compares() {
        List<RunId> ids = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            ids.add(RunId.of(JOB, Instant.EPOCH.plus(Duration.ofDays(i * 2_900L)), Trigger.SCHEDULE, null));
        }
        // Beyond the year 6429 the first bit is set: signed comparison would put these first.
        assertThat(ids).isSortedAccordingTo(Comparator.naturalOrder());
        assertThat(ids.get(999).value().getMostSignificantBits()).isNegative();
    }

    @Test
    void nanoseconds_beyond_what_the_store_keeps_make_no_other_run() {
        assertThat(RunId.of(JOB, NOON.plusNanos(999), Trigger.SCHEDULE, null))
                .isEqualTo(RunId.of(JOB, NOON, Trigger.SCHEDULE, null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1969-12-31T23:59:59.999Z", "+12000-01-01T00:00:00Z"})
    void times_that_do_not_fit_are_refused(Instant nominal) {
        assertThatThrownBy(() -> RunId.of(JOB, nominal, Trigger.SCHEDULE, null))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "019ca945-0a00-7035-82b3-f0608a789b06",
                "019ca945-0a00-8035-02b3-f0608a789b06",
                "019ca945-0a00-8100-82b3-f0608a789b06",
                "019ca945-0a00-8035-82b3-f0608a789b0",
                "1-1-8001-8000-1",
                "garbage",
                "",
            })
    void what_is_no_run_id_is_refused(String text) {
        assertThatThrownBy(() -> RunId.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({"SCHEDULE, 0", "MANUAL, 1", "BACKFILL, 2"})
    void codes_of_triggers_are_fixed_for_ever(Trigger trigger, int code) {
        assertThat(trigger.code()).isEqualTo((byte) code);
        assertThat(Trigger.ofCode(code)).isEqualTo(trigger);
        assertThat(Trigger.values()).hasSize(3);
    }
}
