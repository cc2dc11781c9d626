package io.carillon.domain.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.alert.AlertDecision.Again;
import io.carillon.domain.alert.AlertDecision.Delivered;
import io.carillon.domain.alert.AlertDecision.GivenUp;
import io.carillon.domain.alert.PostOutcome.Kind;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Trigger;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class AlertRulesTest {

    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    @Test
    void what_is_taken_is_delivered_however_long_it_took() {
        assertThat(AlertRules.decide(
                        alert(30, NOW.minus(Duration.ofDays(30))), PostOutcome.taken(), circuit(9), NOW, 0, 0))
                .isEqualTo(new Delivered());
    }

    @ParameterizedTest
    @CsvSource({"1, 10", "2, 20", "3, 40", "7, 640", "8, 900", "1000, 900"})
    void the_wait_before_the_next_try_doubles_up_to_a_quarter_of_an_hour(int tries, long seconds) {
        assertThat(again(tries, Kind.REFUSED, null, 0.5).at()).isEqualTo(NOW.plusSeconds(seconds));
    }

    @ParameterizedTest
    @CsvSource({"0, 8", "0.5, 10", "0.9999999, 12"})
    void it_is_spread_by_a_fifth_either_way(double chance, long seconds) {
        assertThat(again(1, Kind.REFUSED, null, chance).at()).isEqualTo(NOW.plusSeconds(seconds));
    }

    @ParameterizedTest
    @CsvSource({"0, 1, 0", "1, 2, 0", "3, 4, 0", "4, 5, 30", "5, 6, 60", "8, 9, 300", "100, 101, 300"})
    void an_endpoint_is_closed_after_five_failures_and_longer_each_time(int before, int after, long closedSeconds) {
        Circuit circuit = again(1, Kind.UNREACHABLE, before == 0 ? null : circuit(before), 0.5)
                .circuit();
        assertThat(circuit.failures()).isEqualTo(after);
        assertThat(circuit.closedUntil()).isEqualTo(NOW.plusSeconds(closedSeconds));
        assertThat(circuit.failingSince()).isEqualTo(before == 0 ? NOW : NOW.minusSeconds(99));
        assertThat(AlertRules.isProbe(circuit)).isEqualTo(after >= 5);
    }

    @Test
    void a_silent_endpoint_is_closed_at_once() {
        Circuit circuit = again(1, Kind.SILENT, null, 0.5).circuit();
        assertThat(circuit.closedUntil()).isEqualTo(NOW.plusSeconds(30));
        assertThat(AlertRules.isProbe(circuit)).isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"REFUSED", "UNREACHABLE", "SILENT"})
    void after_a_week_it_is_given_up(Kind kind) {
        Instant died = NOW.minus(AlertRules.GIVE_UP_AFTER);
        PostOutcome outcome = new PostOutcome(kind, "x");
        assertThat(AlertRules.decide(alert(700, died), outcome, null, NOW, 0.5, 0.5))
                .isInstanceOf(GivenUp.class);
        assertThat(AlertRules.decide(alert(700, died.plusNanos(1_000)), outcome, null, NOW, 0.5, 0.5))
                .isInstanceOf(Again.class);
    }

    @ParameterizedTest
    @CsvSource({
        // failures, closed for seconds, under way, room
        "0,   0, 0, 4",
        "0,   0, 3, 1",
        "0,   0, 9, 0",
        "1,   0, 0, 1",
        "1,   0, 1, 0",
        "7, -10, 0, 1",
        "7, -10, 1, 0",
        "7,  10, 0, 0",
    })
    void a_well_endpoint_gets_several_at_once_a_doubtful_one_gets_one(
            int failures, long closedFor, int underWay, int room) {
        Circuit circuit = failures == 0 ? null : new Circuit(failures, NOW, NOW.plusSeconds(closedFor), "x");
        assertThat(AlertRules.room(circuit, underWay, 4, NOW)).isEqualTo(room);
    }

    private static Again again(int tries, Kind kind, @Nullable Circuit before, double chance) {
        return (Again) AlertRules.decide(alert(tries, NOW), new PostOutcome(kind, "x"), before, NOW, chance, chance);
    }

    private static Circuit circuit(int failures) {
        return new Circuit(failures, NOW.minusSeconds(99), NOW, "x");
    }

    private static Alert alert(int tries, Instant diedAt) {
        JobId job = new JobId(new UUID(1, 2));
        RunId run = RunId.of(job, NOW, Trigger.SCHEDULE, null);
        return new Alert(7, "owner", run, job, "job", "pool", NOW, NOW, 3, "lease_lost", null, diedAt, tries);
    }
}
