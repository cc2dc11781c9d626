package io.carillon.engine.shard;

import static io.carillon.engine.testkit.JobMaker.everySeconds;
import static io.carillon.engine.testkit.JobMaker.jobIdIn;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.access.AuditEntry;
import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobCommand;
import io.carillon.domain.job.JobCommand.Backfill;
import io.carillon.domain.job.JobCommand.Create;
import io.carillon.domain.job.JobCommand.Delete;
import io.carillon.domain.job.JobCommand.Pause;
import io.carillon.domain.job.JobCommand.Replace;
import io.carillon.domain.job.JobCommand.Resume;
import io.carillon.domain.job.JobCommand.TriggerNow;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.plan.JobChange;
import io.carillon.engine.shard.LoopWorld.Member;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the audit log is told of a change. */
class JobAuditTest {

    private static final Principal ALICE = new Principal("key-1", "acme", "alice", "192.0.2.1");
    private static final JobId JOB = jobIdIn(1, 0);
    private static final JobDefinition DEFINITION = everySeconds(10).make();
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    /** As stored. */
    private static Job job() {
        LoopWorld world = new LoopWorld();
        Member member = world.member("m").gain(1);
        member.create(JOB, DEFINITION);
        world.settle();
        return world.rows.job(JOB).orElseThrow();
    }

    static Stream<Arguments> commands() {
        return Stream.of(
                Arguments.of(new Create(ALICE, JOB, DEFINITION), false, "job.created"),
                Arguments.of(
                        new Replace(ALICE, JOB, DEFINITION, Replace.Existence.ANY, List.of()), false, "job.created"),
                Arguments.of(
                        new Replace(ALICE, JOB, DEFINITION, Replace.Existence.ANY, List.of()), true, "job.changed"),
                Arguments.of(new Pause(ALICE, JOB, false), true, "job.paused"),
                Arguments.of(new Pause(ALICE, JOB, true), true, "job.held"),
                Arguments.of(new Resume(ALICE, JOB), true, "job.resumed"),
                Arguments.of(new Delete(ALICE, JOB, true), true, "job.deleted"),
                Arguments.of(new TriggerNow(ALICE, JOB, null, "r"), true, "job.triggered"),
                Arguments.of(new Backfill(ALICE, JOB, List.of(NOW), "r"), true, "job.backfilled"));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void a_change_is_told_by_who_what_and_before_and_after(JobCommand command, boolean known, String action) {
        Job job = job();
        JobChange change = new JobChange(job, true, List.of(), List.of(), List.of());
        AuditEntry entry = Objects.requireNonNull(JobAudit.of(command, known ? job : null, change, NOW));
        assertThat(entry.action()).isEqualTo(action);
        assertThat(entry.subject()).isEqualTo("key-1");
        assertThat(entry.name()).isEqualTo("alice");
        assertThat(entry.address()).isEqualTo("192.0.2.1");
        assertThat(entry.ownerId()).isEqualTo(DEFINITION.ownerId());
        assertThat(entry.target()).isEqualTo(JOB.toString());
        assertThat(entry.at()).isEqualTo(NOW);
        if (known) {
            assertThat(entry.before()).containsEntry("revision", "1").containsEntry("status", "active");
        } else {
            assertThat(entry.before()).isNull();
        }
        assertThat(entry.after()).containsEntry("revision", "1").containsEntry("name", DEFINITION.name());
    }

    @Test
    void what_nobody_known_has_asked_for_is_not_told() {
        Job job = job();
        JobChange change = new JobChange(job, true, List.of(), List.of(), List.of());
        assertThat(JobAudit.of(null, job, change, NOW)).isNull();
        assertThat(JobAudit.of(new Delete(Principal.ANONYMOUS, JOB, false), job, change, NOW))
                .isNull();
        assertThat(JobAudit.of(new Delete(Principal.ANONYMOUS.from("192.0.2.1"), JOB, false), job, change, NOW))
                .isNull();
    }
}
