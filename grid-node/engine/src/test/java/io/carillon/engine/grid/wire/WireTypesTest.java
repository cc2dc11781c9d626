package io.carillon.engine.grid.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.nio.serialization.genericrecord.GenericRecordBuilder;
import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Trigger;
import io.carillon.domain.job.HttpTarget;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobCommand;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.job.MisfirePolicy;
import io.carillon.domain.job.OverlapPolicy;
import io.carillon.domain.job.Payload;
import io.carillon.domain.job.Timing;
import io.carillon.domain.retry.Backoff;
import io.carillon.domain.retry.FailureKind;
import io.carillon.domain.retry.RetryPolicy;
import io.carillon.domain.run.AttemptEnd;
import io.carillon.domain.run.AttemptError;
import io.carillon.domain.run.Outcome;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.domain.schedule.RuleChange;
import io.carillon.domain.schedule.ScheduleSpec;
import io.carillon.domain.store.JobEntry;
import io.carillon.domain.store.RunEntry;
import io.carillon.engine.command.Assignment;
import io.carillon.engine.command.RunCommand;
import io.carillon.engine.command.RunReply;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WireTypesTest {

    private static final Instant T1 = Instant.parse("2026-03-29T01:02:03.456789Z");
    private static final Instant T2 = Instant.parse("2026-03-29T02:00:00Z");
    private static final UUID WRITE = UUID.fromString("12345678-9abc-4def-8123-456789abcdef");
    private static final JobId JOB = JobId.parse("0190a5c2-7b1e-7def-8123-456789abcdef");
    private static final RunId RUN = RunId.of(JOB, T1, Trigger.MANUAL, "once");
    private static final Principal ALICE = new Principal("alice", "acme");
    private static final Payload PAYLOAD = Payload.ofJson("{\"a\":\"\u00e4\"}");
    private static final HttpTarget HTTP = new HttpTarget("https://example.org/hook", "PUT", Map.of("a", "1", "b", ""));

    private final CompactBytes bytes = new CompactBytes(WireTypes.all());

    static Stream<Object> with_every_optional_field() {
        JobDefinition full = definition(
                "key",
                new ScheduleSpec.Cron("0 2 * * *", "Europe/Berlin", 3, new RuleChange(T2, ZoneOffset.ofHours(-3))),
                PAYLOAD,
                HTTP,
                new Backoff.Steps(List.of(Duration.ofMillis(1), Duration.ofDays(7)), 0.5),
                Duration.ofSeconds(9),
                T1);
        Run dead = new Run(
                RUN,
                JOB,
                7,
                Trigger.BACKFILL,
                "acme",
                "pool",
                T1,
                T2,
                RunState.DEAD,
                4,
                3,
                2,
                T1,
                T2,
                T1,
                T2,
                (1L << 53) - 1,
                "worker-1",
                AttemptEnd.FAILED_FOR_GOOD,
                "retries",
                T1,
                12,
                WRITE);
        return Stream.of(
                new JobEntry(new Job(JOB, 7, JobStatus.PAUSED, full, T1, T2, T1, T2, 12, WRITE), false),
                new RunEntry(dead, true),
                new JobCommand.Create(ALICE, JOB, full),
                new JobCommand.Replace(ALICE, JOB, full, JobCommand.Replace.Existence.REQUIRED, List.of(3L, 7L)),
                new JobCommand.Delete(ALICE, JOB, true),
                new JobCommand.Pause(ALICE, JOB, true),
                new JobCommand.Resume(ALICE, JOB),
                new JobCommand.TriggerNow(ALICE, JOB, PAYLOAD, "once"),
                new JobCommand.Backfill(ALICE, JOB, List.of(T1, T2), "once"),
                new JobCommand.CancelRun(ALICE, RUN),
                new JobCommand.RedriveRun(ALICE, RUN),
                new RunCommand.Start(RUN, "worker-1", Instant.ofEpochMilli(1)),
                new RunCommand.Accept(RUN, 5),
                new RunCommand.Report(RUN, 5, new Outcome.Success(PAYLOAD)),
                new RunCommand.Report(
                        RUN,
                        5,
                        new Outcome.Failure(
                                FailureKind.PERMANENT, new AttemptError("t", "m", "s"), Duration.ofSeconds(3))),
                new RunCommand.Report(RUN, 5, new Outcome.Cancelled()),
                new RunCommand.HandBack(RUN, 5),
                new RunCommand.Held(RUN, 5, "worker-1"),
                new JobReply.Created(JOB, 7, T1, true),
                new JobReply.Replaced(JOB, 7, JobReply.Replaced.How.UNCHANGED),
                new JobReply.Done(),
                new JobReply.Triggered(RUN),
                new JobReply.Refused(JobReply.Refusal.KEY_TAKEN, "detail"),
                new RunReply.Granted(new Assignment(
                        dead, "name", "handler", PAYLOAD, HTTP, Duration.ofSeconds(300), Duration.ofSeconds(60))),
                new RunReply.NotGranted(),
                new RunReply.Accepted(),
                new RunReply.Already(),
                new RunReply.Stale(),
                new RunReply.Noted(),
                new RunReply.Cancelling(),
                new RunReply.Retry());
    }

    static Stream<Object> with_no_optional_field() {
        JobDefinition oneOff =
                definition(null, new ScheduleSpec.OneOff(T1), null, null, Backoff.Steps.DEFAULT, null, null);
        JobDefinition every = definition(
                null,
                new ScheduleSpec.Every(Duration.ofSeconds(90), T2),
                null,
                null,
                new Backoff.Exponential(Duration.ofSeconds(1), 1.5, Duration.ofMinutes(2), 0),
                null,
                null);
        JobDefinition daily =
                definition(null, new ScheduleSpec.Cron("@daily", "UTC"), null, null, Backoff.Steps.DEFAULT, null, null);
        Run claimed = Run.claimed(RUN, JOB, 1, Trigger.MANUAL, "acme", "pool", T1, T2, WRITE);
        Principal everybody = new Principal("root", null);
        return Stream.of(
                JobEntry.durable(new Job(JOB, 1, JobStatus.ACTIVE, oneOff, T1, T2, null, null, 1, WRITE)),
                JobEntry.durable(new Job(JOB, 1, JobStatus.DELETED, every, T1, T2, null, null, 1, WRITE)),
                RunEntry.durable(claimed),
                new JobCommand.Create(everybody, JOB, every),
                new JobCommand.Create(everybody, JOB, daily),
                new JobCommand.Replace(everybody, JOB, every, JobCommand.Replace.Existence.ANY, List.of()),
                new JobCommand.TriggerNow(everybody, JOB, null, ""),
                new RunCommand.Report(RUN, 5, new Outcome.Success(null)),
                new RunCommand.Report(
                        RUN, 5, new Outcome.Failure(FailureKind.TIMEOUT, new AttemptError("", "", null), null)),
                new JobReply.Created(JOB, 1, null, false),
                new RunReply.Granted(
                        new Assignment(claimed, "name", "handler", null, null, Duration.ZERO, Duration.ZERO)));
    }

    static Stream<Object> samples() {
        return WireSamples.all().stream();
    }

    @ParameterizedTest
    @MethodSource({"with_every_optional_field", "with_no_optional_field", "samples"})
    void what_is_written_is_read(Object value) {
        assertThat(bytes.roundTrip(value)).isEqualTo(value);
    }

    /** Else a schema would be made known at its first use, on a thread that must not wait for other members. */
    @Test
    void the_samples_make_every_schema_known() {
        WireSamples.all().forEach(bytes::roundTrip);
        assertThat(WireTypes.all())
                .allSatisfy(type -> assertThat(bytes.knows(type.getTypeName()))
                        .as(type.getTypeName())
                        .isTrue());
    }

    @Test
    void type_names_and_classes_are_unique() {
        Set<Object> seen = new HashSet<>();
        assertThat(WireTypes.all())
                .allSatisfy(type -> assertThat(seen.add(type.getTypeName())).isTrue())
                .allSatisfy(type -> assertThat(seen.add(type.getCompactClass())).isTrue());
    }

    @Test
    void a_field_of_a_later_version_is_passed_over() {
        Object later = GenericRecordBuilder.compact("carillon.AcceptRun")
                .setInt64("runIdHigh", RUN.value().getMostSignificantBits())
                .setInt64("runIdLow", RUN.value().getLeastSignificantBits())
                .setInt64("fencingToken", 5)
                .setString("note", "not known yet")
                .build();
        assertThat(bytes.roundTrip(later)).isEqualTo(new RunCommand.Accept(RUN, 5));
    }

    private static JobDefinition definition(
            @Nullable String key,
            ScheduleSpec schedule,
            @Nullable Payload payload,
            @Nullable HttpTarget http,
            Backoff backoff,
            @Nullable Duration some,
            @Nullable Instant bound) {
        return new JobDefinition(
                "name",
                key,
                "acme",
                schedule,
                payload,
                "pool",
                "handler",
                http,
                new RetryPolicy(3, backoff),
                Duration.ofSeconds(300),
                some,
                MisfirePolicy.RUN_ALL,
                Duration.ofSeconds(60),
                OverlapPolicy.QUEUE_ONE,
                Timing.EXACT,
                some,
                9,
                bound,
                bound,
                some == null ? Map.of() : Map.of("team", "blue", "tier", "1"));
    }
}
