package io.carillon.gateway.api;

import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.plan.ClaimPlanner;
import io.carillon.engine.schedule.ScheduleReader;
import io.carillon.engine.schedule.ScheduleReading;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The coming times of a schedule, for people. Thread-safe. */
public final class Preview {

    public static final int TIMES_DEFAULT = 10;
    public static final int TIMES_MAX = 1_000;

    /** @param description in plain words */
    public record Times(List<Instant> times, String description) {
        public Times {
            times = List.copyOf(times);
        }
    }

    private final ScheduleReader schedules;
    private final ClaimPlanner planner;

    public Preview(ScheduleReader schedules) {
        this.schedules = schedules;
        this.planner = new ClaimPlanner(schedules);
    }

    /** The next {@code n} nominal times after {@code after}, within the job's own bounds; none of a deleted job. */
    public Times ofJob(Job job, Instant after, int n) {
        List<Instant> times = new ArrayList<>();
        if (job.status() == JobStatus.DELETED) {
            return new Times(times, schedules.describe(job.definition().schedule()));
        }
        Job next = planner.planFrom(job, after);
        while (times.size() < n && next.nextNominalAt() != null) {
            times.add(next.nextNominalAt());
            next = planner.planFrom(job, next.nextNominalAt());
        }
        return new Times(times, schedules.describe(job.definition().schedule()));
    }

    /** @throws ProblemException if the text means nothing */
    public Times ofText(@Nullable String schedule, @Nullable String timeZone, Instant from, int n) {
        if (schedule == null) {
            throw Problem.invalid("schedule", "is required").toException();
        }
        ScheduleReading reading =
                schedules.read(schedule, Objects.requireNonNullElse(timeZone, JobRules.ZONE_DEFAULT), from);
        if (reading instanceof ScheduleReading.Refused refused) {
            throw Problem.invalid(refused.field(), refused.message()).toException();
        }
        ScheduleReading.Understood understood = (ScheduleReading.Understood) reading;
        List<Instant> times = new ArrayList<>();
        Instant next = understood.schedule().nextAfter(from);
        while (times.size() < n && next != null) {
            times.add(next);
            next = understood.schedule().nextAfter(next);
        }
        return new Times(times, schedules.describe(understood.spec()));
    }
}
