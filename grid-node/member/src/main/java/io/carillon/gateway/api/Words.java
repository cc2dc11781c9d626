package io.carillon.gateway.api;

import io.carillon.domain.id.Trigger;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.job.Timing;
import io.carillon.domain.retry.Backoff;
import io.carillon.domain.run.AttemptEnd;
import io.carillon.domain.run.RunStatus;
import io.carillon.domain.schedule.ScheduleSpec;
import io.carillon.domain.store.JobView;
import io.carillon.domain.store.Redrive;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The words by which the product calls its states, for every door. */
public final class Words {

    private Words() {}

    public static String of(RunStatus status) {
        return lower(status);
    }

    /** Null for a word that is no run status. */
    public static @Nullable RunStatus runStatus(String word) {
        for (RunStatus status : RunStatus.values()) {
            if (lower(status).equals(word)) {
                return status;
            }
        }
        return null;
    }

    /** {@code completed} is a one-off whose run has ended. */
    public static String jobStatus(JobView view) {
        JobStatus status = view.job().status();
        return switch (status) {
            case ACTIVE -> view.completed() ? "completed" : lower(status);
            case PAUSED, HELD -> lower(JobStatus.PAUSED);
            case DELETED -> lower(status);
        };
    }

    public static boolean isJobStatus(String word) {
        return switch (word) {
            case "active", "paused", "deleted", "completed" -> true;
            default -> false;
        };
    }

    public static String of(Redrive redrive) {
        return redrive.open() ? "running" : redrive.stopped() ? "stopped" : "done";
    }

    public static String of(Trigger trigger) {
        return lower(trigger);
    }

    public static String of(AttemptEnd end) {
        return end == AttemptEnd.OPEN ? "running" : lower(end);
    }

    public static String of(Enum<?> policy) {
        return lower(policy);
    }

    /** Null where the gap between occurrences decides. */
    public static @Nullable String of(Timing timing) {
        return timing == Timing.DEFAULT ? null : lower(timing);
    }

    /** The text of a recurring schedule; null for a one-off. */
    public static @Nullable String scheduleText(ScheduleSpec schedule) {
        if (schedule instanceof ScheduleSpec.Cron cron) {
            return cron.expression();
        }
        return schedule instanceof ScheduleSpec.Every every
                ? "@every " + every.period().toSeconds() + "s"
                : null;
    }

    public static String timeZone(ScheduleSpec schedule) {
        return schedule instanceof ScheduleSpec.Cron cron ? cron.timeZone() : JobRules.ZONE_DEFAULT;
    }

    /** True if a single number of seconds says all of this backoff. */
    public static boolean isPlain(Backoff.Exponential backoff) {
        return Objects.equals(backoff, Backoff.Exponential.from(backoff.initial()));
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
