package io.carillon.verify.evidence;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What and when, as a caller wrote it. What is null was left out, and the contract's default holds.
 *
 * @param name unique for each job that was meant: what an unanswered request made is recognised by it
 * @param schedule cron or {@code @every}; exactly one of it and {@code runAt} is given
 * @param timeZone IANA name; default: UTC
 * @param handler default: the name
 * @param url of an http target; null: a worker's handler runs it
 * @param retriesMax after the first attempt; default: 3
 * @param backoff one wait after the other, the last repeats; default: 10 s, 30 s, 2 min
 * @param backoffJitter fraction by which waits differ either way; default: 0.2
 * @param timeout of an attempt; default: 5 min
 * @param misfire default: {@link Misfire#RUN_ONCE}
 * @param misfireAfter default: 5 min
 * @param overlap default: {@link Overlap#ALLOW}
 * @param timing default: by the gap between occurrences
 * @param jitter the window of {@link Timing#FLEXIBLE}
 * @param startsAt no occurrence before it
 * @param endsAt no occurrence at or after it
 */
public record Definition(
        String name,
        @Nullable String owner,
        @Nullable String schedule,
        @Nullable String timeZone,
        @Nullable Instant runAt,
        @Nullable String pool,
        @Nullable String handler,
        @Nullable String url,
        @Nullable Integer retriesMax,
        @Nullable List<Duration> backoff,
        @Nullable Double backoffJitter,
        @Nullable Duration timeout,
        @Nullable Duration startBefore,
        @Nullable Misfire misfire,
        @Nullable Duration misfireAfter,
        @Nullable Overlap overlap,
        @Nullable Timing timing,
        @Nullable Duration jitter,
        @Nullable Integer priority,
        @Nullable Instant startsAt,
        @Nullable Instant endsAt) {

    public Definition {
        if ((schedule == null) == (runAt == null)) {
            throw new IllegalArgumentException("job " + name + " needs one of schedule and run_at");
        }
        backoff = backoff == null ? null : List.copyOf(backoff);
    }

    public enum Misfire {
        RUN_ONCE,
        RUN_ALL,
        SKIP
    }

    public enum Overlap {
        ALLOW,
        SKIP,
        QUEUE_ONE
    }

    public enum Timing {
        FLEXIBLE,
        EXACT
    }

    /** Due once, with all defaults. */
    public static Definition once(String name, Instant at) {
        return new Plan(name).runAt(at).definition();
    }

    /** Due by a schedule, with all defaults. */
    public static Definition repeated(String name, String schedule, @Nullable String timeZone) {
        return new Plan(name).schedule(schedule, timeZone).definition();
    }

    /** To change a few fields of it. */
    public Plan but() {
        return new Plan(this);
    }

    /** Fields to be set one by one. */
    public static final class Plan {
        private String name;
        private @Nullable String owner;
        private @Nullable String schedule;
        private @Nullable String timeZone;
        private @Nullable Instant runAt;
        private @Nullable String pool;
        private @Nullable String handler;
        private @Nullable String url;
        private @Nullable Integer retriesMax;
        private @Nullable List<Duration> backoff;
        private @Nullable Double backoffJitter;
        private @Nullable Duration timeout;
        private @Nullable Duration startBefore;
        private @Nullable Misfire misfire;
        private @Nullable Duration misfireAfter;
        private @Nullable Overlap overlap;
        private @Nullable Timing timing;
        private @Nullable Duration jitter;
        private @Nullable Integer priority;
        private @Nullable Instant startsAt;
        private @Nullable Instant endsAt;

        public Plan(String name) {
            this.name = name;
        }

        private Plan(Definition from) {
            name = from.name;
            owner = from.owner;
            schedule = from.schedule;
            timeZone = from.timeZone;
            runAt = from.runAt;
            pool = from.pool;
            handler = from.handler;
            url = from.url;
            retriesMax = from.retriesMax;
            backoff = from.backoff;
            backoffJitter = from.backoffJitter;
            timeout = from.timeout;
            startBefore = from.startBefore;
            misfire = from.misfire;
            misfireAfter = from.misfireAfter;
            overlap = from.overlap;
            timing = from.timing;
            jitter = from.jitter;
            priority = from.priority;
            startsAt = from.startsAt;
            endsAt = from.endsAt;
        }

        public Plan name(String newName) {
            name = newName;
            return this;
        }

        public Plan owner(@Nullable String newOwner) {
            owner = newOwner;
            return this;
        }

        /** Instead of a fixed time. */
        public Plan schedule(String newSchedule, @Nullable String newTimeZone) {
            schedule = newSchedule;
            timeZone = newTimeZone;
            runAt = null;
            return this;
        }

        /** Instead of a schedule. */
        public Plan runAt(Instant at) {
            runAt = at;
            schedule = null;
            timeZone = null;
            return this;
        }

        public Plan pool(@Nullable String newPool) {
            pool = newPool;
            return this;
        }

        public Plan handler(@Nullable String newHandler) {
            handler = newHandler;
            return this;
        }

        public Plan url(@Nullable String newUrl) {
            url = newUrl;
            return this;
        }

        public Plan retries(int max, Duration... waits) {
            retriesMax = max;
            backoff = waits.length == 0 ? null : List.of(waits);
            return this;
        }

        public Plan backoffJitter(@Nullable Double fraction) {
            backoffJitter = fraction;
            return this;
        }

        public Plan timeout(@Nullable Duration newTimeout) {
            timeout = newTimeout;
            return this;
        }

        public Plan startBefore(@Nullable Duration newStartBefore) {
            startBefore = newStartBefore;
            return this;
        }

        public Plan misfire(@Nullable Misfire newMisfire, @Nullable Duration newMisfireAfter) {
            misfire = newMisfire;
            misfireAfter = newMisfireAfter;
            return this;
        }

        public Plan overlap(@Nullable Overlap newOverlap) {
            overlap = newOverlap;
            return this;
        }

        public Plan timing(@Nullable Timing newTiming, @Nullable Duration newJitter) {
            timing = newTiming;
            jitter = newJitter;
            return this;
        }

        public Plan priority(@Nullable Integer newPriority) {
            priority = newPriority;
            return this;
        }

        public Plan bounds(@Nullable Instant newStartsAt, @Nullable Instant newEndsAt) {
            startsAt = newStartsAt;
            endsAt = newEndsAt;
            return this;
        }

        public Definition definition() {
            return new Definition(
                    name,
                    owner,
                    schedule,
                    timeZone,
                    runAt,
                    pool,
                    handler,
                    url,
                    retriesMax,
                    backoff,
                    backoffJitter,
                    timeout,
                    startBefore,
                    misfire,
                    misfireAfter,
                    overlap,
                    timing,
                    jitter,
                    priority,
                    startsAt,
                    endsAt);
        }
    }
}
