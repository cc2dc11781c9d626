package io.carillon.domain.job;

import io.carillon.domain.retry.RetryPolicy;
import io.carillon.domain.schedule.ScheduleSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What to run and when: one immutable revision of a job. Every run names the revision it was made from.
 *
 * @param key unique within the owner, chosen by the user
 * @param payload handed to the handler; null where the user gave none
 * @param handler the name under which a worker registered code
 * @param timeout how long one attempt may take
 * @param startBefore a run not started within this time of its due time ends; null: no limit
 * @param misfireAfter how late a claim may be before the misfire policy applies
 * @param jitter the width of the flexible window; null: derived from the gap
 * @param priority 0 to 9, 9 first
 * @param startsAt no nominal time before it is owed
 * @param endsAt no nominal time at or after it is owed
 */
public record JobDefinition(
        String name,
        @Nullable String key,
        String ownerId,
        ScheduleSpec schedule,
        @Nullable Payload payload,
        String pool,
        String handler,
        @Nullable HttpTarget http,
        RetryPolicy retry,
        Duration timeout,
        @Nullable Duration startBefore,
        MisfirePolicy misfire,
        Duration misfireAfter,
        OverlapPolicy overlap,
        Timing timing,
        @Nullable Duration jitter,
        int priority,
        @Nullable Instant startsAt,
        @Nullable Instant endsAt,
        Map<String, String> labels) {

    public JobDefinition {
        if (name.isEmpty() || ownerId.isEmpty() || pool.isEmpty() || handler.isEmpty()) {
            throw new IllegalArgumentException("name, owner, pool and handler must not be empty");
        }
        if (priority < 0 || priority > 9) {
            throw new IllegalArgumentException("priority " + priority + " is not in 0..9");
        }
        labels = Map.copyOf(labels);
    }

    public boolean isOneOff() {
        return schedule instanceof ScheduleSpec.OneOff;
    }

    /** The same but for when it runs. */
    public JobDefinition withSchedule(ScheduleSpec other) {
        return new JobDefinition(
                name,
                key,
                ownerId,
                other,
                payload,
                pool,
                handler,
                http,
                retry,
                timeout,
                startBefore,
                misfire,
                misfireAfter,
                overlap,
                timing,
                jitter,
                priority,
                startsAt,
                endsAt,
                labels);
    }

    /** Whether both make the same of what they owe as well. */
    public boolean owesAs(JobDefinition other) {
        return sameTimesAs(other)
                && misfire == other.misfire
                && misfireAfter.equals(other.misfireAfter)
                && overlap == other.overlap;
    }

    /** Whether both owe the same occurrences, each from where it begins to owe. */
    public boolean sameTimesAs(JobDefinition other) {
        return schedule.equals(other.schedule)
                && Objects.equals(startsAt, other.startsAt)
                && Objects.equals(endsAt, other.endsAt);
    }
}
