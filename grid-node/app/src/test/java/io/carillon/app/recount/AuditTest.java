package io.carillon.app.recount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.carillon.app.settings.SettingsException;
import io.carillon.domain.id.JobId;
import io.carillon.engine.schedule.ScheduleReader;
import io.carillon.gateway.api.FixedTime;
import io.carillon.member.recount.MemoryLedger;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuditTest {

    private static final Instant NOON = FixedTime.NOW;
    private static final String WINDOW = " from=2026-03-01T10:00:00Z to=2026-03-01T11:00:00Z";

    private final MemoryLedger rows = new MemoryLedger();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final JobId even = rows.job(2, NOON.minus(Duration.ofHours(3)), NOON, null);
    private final JobId odd = rows.job(3, NOON.minus(Duration.ofHours(3)), NOON, null);

    @Test
    void all_is_well() {
        assertThat(audit()).isTrue();
        assertThat(output())
                .isEqualTo("audited" + WINDOW + " jobs=2 revisions=2 occurrences=120 unaccounted=0 doubled=0"
                        + " not_owed=0\n");
    }

    @Test
    void each_hole_is_told() {
        rows.lose(odd, Instant.parse("2026-03-01T10:07:00Z"));
        assertThat(audit()).isFalse();
        assertThat(output())
                .contains("hole job=" + odd + " revision=1 kind=missing nominal_at=2026-03-01T10:07:00Z n=1\n")
                .contains(" unaccounted=1 ");
    }

    @Test
    void one_owner_or_one_job_can_be_asked_for() {
        rows.lose(odd, Instant.parse("2026-03-01T10:07:00Z"));
        assertThat(audit("--owner=even")).isTrue();
        assertThat(audit("--owner=odd")).isFalse();
        assertThat(audit("--job=" + even)).isTrue();
        assertThat(audit("--job=" + odd)).isFalse();
        assertThat(output()).contains("jobs=1 revisions=1 occurrences=60 unaccounted=0");
        assertThatThrownBy(() -> audit("--job=0190163d-8694-739b-ffff-966c26f8ad91"))
                .isInstanceOf(SettingsException.class);
    }

    @Test
    void a_long_window_is_counted_in_pieces() {
        JobId old = rows.job(4, NOON.minus(Duration.ofDays(20)), NOON, null);
        AuditRequest request = AuditRequest.of(List.of("--job=" + old));
        assertThat(newAudit().run(request)).isTrue();
        assertThat(output()).contains("occurrences=28799 ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--from=yesterday",
                "--to=2026-13-01T00:00:00Z",
                "--job=7",
                "--since=2026-03-01T00:00:00Z",
                "owner=x",
                "--owner",
                "--from=2026-03-02T00:00:00Z --to=2026-03-01T00:00:00Z"
            })
    void bad_words_are_refused(String words) {
        assertThatThrownBy(() -> AuditRequest.of(List.of(words.split(" ")))).isInstanceOf(SettingsException.class);
    }

    @Test
    void settings_are_passed_on() {
        assertThat(AuditRequest.of(List.of("--spring.datasource.url=jdbc:x", "--owner=a"))
                        .settings())
                .containsExactly("--spring.datasource.url=jdbc:x");
    }

    private boolean audit(String... more) {
        List<String> args = new ArrayList<>(List.of(more));
        args.add("--from=2026-03-01T10:00:00Z");
        args.add("--to=2026-03-01T11:00:00Z");
        return newAudit().run(AuditRequest.of(args));
    }

    private Audit newAudit() {
        return new Audit(
                rows,
                new ScheduleReader(),
                new FixedTime(),
                Duration.ofDays(30),
                new PrintStream(bytes, true, StandardCharsets.UTF_8));
    }

    private String output() {
        return bytes.toString(StandardCharsets.UTF_8).replace("\r\n", "\n");
    }
}
