package io.carillon.engine.testkit;

import io.carillon.domain.dispatch.Capability;
import io.carillon.domain.id.JobId;
import io.carillon.domain.job.HttpTarget;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.MisfirePolicy;
import io.carillon.domain.job.OverlapPolicy;
import io.carillon.domain.job.Payload;
import io.carillon.domain.job.Timing;
import io.carillon.domain.retry.Backoff;
import io.carillon.domain.retry.RetryPolicy;
import io.carillon.domain.schedule.ScheduleSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Definitions of jobs for tests: a schedule first, then what differs from the usual. */
public final class JobMaker {

    /** What every job made here needs of a worker. */
    public static final Capability CAPABILITY = new Capability("default", "handler");

    private final ScheduleSpec schedule;
    private @Nullable String key;
    private @Nullable Payload payload;
    private String owner = "owner";
    private int retries = 3;
    private Duration backoff = Duration.ofSeconds(10);
    private MisfirePolicy misfire = MisfirePolicy.RUN_ONCE;
    private Duration misfireAfter = Duration.ofMinutes(5);
    private OverlapPolicy overlap = OverlapPolicy.ALLOW;
    private Timing timing = Timing.DEFAULT;
    private @Nullable Duration jitter;
    private @Nullable Duration startBefore;
    private @Nullable Instant startsAt;
    private @Nullable Instant endsAt;
    private int priority = 5;
    private String pool = CAPABILITY.pool();

    private JobMaker(ScheduleSpec schedule) {
        this.schedule = schedule;
    }

    public static JobMaker of(ScheduleSpec schedule) {
        return new JobMaker(schedule);
    }

    public static JobMaker once(Instant runAt) {
        return new JobMaker(new ScheduleSpec.OneOff(runAt));
    }

    /** At every second of the clock that this number divides. */
    public static JobMaker everySeconds(int seconds) {
        return new JobMaker(new ScheduleSpec.Cron("*/" + seconds, "UTC"));
    }

    /** By a calendar, which the schedules of tests here do not read. */
    public static JobMaker cron(String expression, String zone) {
        return new JobMaker(new ScheduleSpec.Cron(expression, zone));
    }

    /** A schedule that no longer compiles. */
    public static JobMaker broken() {
        return new JobMaker(new ScheduleSpec.Cron(TestSchedules.BROKEN, "UTC"));
    }

    public JobMaker key(String value) {
        key = value;
        return this;
    }

    public JobMaker payload(String json) {
        payload = Payload.ofJson(json);
        return this;
    }

    public JobMaker owner(String value) {
        owner = value;
        return this;
    }

    public JobMaker retries(int most) {
        retries = most;
        return this;
    }

    public JobMaker backoff(Duration delay) {
        backoff = delay;
        return this;
    }

    public JobMaker misfire(MisfirePolicy policy, Duration after) {
        misfire = policy;
        misfireAfter = after;
        return this;
    }

    public JobMaker overlap(OverlapPolicy policy) {
        overlap = policy;
        return this;
    }

    public JobMaker timing(Timing value, @Nullable Duration window) {
        timing = value;
        jitter = window;
        return this;
    }

    public JobMaker startBefore(Duration afterDue) {
        startBefore = afterDue;
        return this;
    }

    public JobMaker startsAt(@Nullable Instant start) {
        startsAt = start;
        return this;
    }

    public JobMaker endsAt(@Nullable Instant end) {
        endsAt = end;
        return this;
    }

    public JobMaker pool(String value) {
        pool = value;
        return this;
    }

    public JobMaker priority(int value) {
        priority = value;
        return this;
    }

    public JobDefinition make() {
        return new JobDefinition(
                "job",
                key,
                owner,
                schedule,
                payload,
                pool,
                CAPABILITY.handler(),
                (HttpTarget) null,
                new RetryPolicy(retries, new Backoff.Steps(List.of(backoff), 0)),
                Duration.ofMinutes(5),
                startBefore,
                misfire,
                misfireAfter,
                overlap,
                timing,
                jitter,
                priority,
                startsAt,
                endsAt,
                Map.of());
    }

    /** The job id with this number; ids of consecutive numbers spread over shards. */
    public static JobId jobId(long number) {
        return new JobId(new UUID(0x0195_0000_0000_7000L, 0x8000_0000_0000_0000L | number));
    }

    /** The n-th job id, from 0, that belongs to this shard. */
    public static JobId jobIdIn(int shard, int n) {
        int left = n;
        for (long number = 0; ; number++) {
            JobId id = jobId(number);
            if (id.shard() == shard && left-- == 0) {
                return id;
            }
        }
    }
}
