package io.carillon.gateway.api;

import io.carillon.domain.access.Principal;
import io.carillon.domain.job.HttpTarget;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.MisfirePolicy;
import io.carillon.domain.job.OverlapPolicy;
import io.carillon.domain.job.Timing;
import io.carillon.domain.retry.RetryPolicy;
import io.carillon.domain.schedule.ScheduleSpec;
import io.carillon.engine.schedule.ScheduleReader;
import io.carillon.engine.schedule.ScheduleReading;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Turns a draft into a definition, or says all that is wrong with it. The rules stand here once, for every door; fields
 * are named as REST names them. Thread-safe.
 */
public final class JobRules {

    public static final int NAME_CHARS_MAX = 200;
    public static final String OWNER_DEFAULT = "default";
    public static final String POOL_DEFAULT = "default";
    public static final String ZONE_DEFAULT = "UTC";
    /** The handler of a job with an HTTP target that names none. */
    public static final String HTTP_HANDLER = "http";

    public static final Duration TIMEOUT_DEFAULT = Duration.ofMinutes(5);
    public static final Duration TIMEOUT_MAX = Duration.ofDays(1);
    public static final Duration MISFIRE_AFTER_DEFAULT = Duration.ofMinutes(5);
    public static final Duration WINDOW_MAX = Duration.ofDays(365);
    public static final Duration JITTER_MAX = Duration.ofDays(1);
    public static final int PRIORITY_DEFAULT = 5;

    static final int LABELS_MAX = 64;
    static final int LABEL_NAME_CHARS_MAX = 63;
    static final int LABEL_VALUE_CHARS_MAX = 255;

    private final ScheduleReader schedules;

    public JobRules(ScheduleReader schedules) {
        this.schedules = schedules;
    }

    /**
     * @param now the creation time: anchor of a fixed rate
     * @param violations gets what is wrong
     * @return null if anything is wrong
     */
    public @Nullable JobDefinition definition(JobDraft draft, Principal principal, Instant now, Violations violations) {
        String name = name(draft, violations);
        optionalText("key", draft.key(), violations);
        String owner = owner(draft, principal, violations);
        ScheduleSpec schedule = schedule(draft, now, violations);
        String pool = orDefault("pool", draft.pool(), POOL_DEFAULT, violations);
        HttpTarget http = HttpRules.target(draft.http(), violations);
        String handler = orDefault("handler", draft.handler(), http == null ? name : HTTP_HANDLER, violations);
        RetryPolicy retry = RetryRules.policy(draft.retry(), violations);
        Duration timeout = within("timeout_s", draft.timeout(), TIMEOUT_MAX, violations);
        Duration startBefore = within("start_before_s", draft.startBefore(), WINDOW_MAX, violations);
        Duration misfireAfter = within("misfire_after_s", draft.misfireAfter(), WINDOW_MAX, violations);
        MisfirePolicy misfire =
                word("misfire", draft.misfire(), MisfirePolicy.class, MisfirePolicy.RUN_ONCE, violations);
        OverlapPolicy overlap = word("overlap", draft.overlap(), OverlapPolicy.class, OverlapPolicy.ALLOW, violations);
        Timing timing = timing(draft.timing(), violations);
        Duration jitter = jitter(draft, timing, violations);
        int priority = priority(draft.priority(), violations);
        bounds(draft, violations);
        Map<String, String> labels = labels(draft.labels(), violations);
        if (!violations.isEmpty() || schedule == null) {
            return null;
        }
        return new JobDefinition(
                name,
                draft.key(),
                owner,
                schedule,
                draft.payload(),
                pool,
                handler,
                http,
                retry,
                timeout == null ? TIMEOUT_DEFAULT : timeout,
                startBefore,
                misfire,
                misfireAfter == null ? MISFIRE_AFTER_DEFAULT : misfireAfter,
                overlap,
                timing,
                jitter,
                priority,
                draft.startsAt(),
                draft.endsAt(),
                labels);
    }

    /** The rule for every name: of jobs, pools, handlers, workers. */
    public static void checkName(String field, String text, Violations violations) {
        optionalText(field, text, violations);
    }

    private static String name(JobDraft draft, Violations violations) {
        if (draft.name() == null) {
            violations.add("name", "is required");
            return "";
        }
        String fault = Texts.fault(draft.name(), NAME_CHARS_MAX);
        if (fault != null) {
            violations.add("name", fault);
        }
        return draft.name();
    }

    private static String owner(JobDraft draft, Principal principal, Violations violations) {
        if (draft.ownerId() == null) {
            return Objects.requireNonNullElse(principal.ownerScope(), OWNER_DEFAULT);
        }
        optionalText("owner_id", draft.ownerId(), violations);
        return draft.ownerId();
    }

    private @Nullable ScheduleSpec schedule(JobDraft draft, Instant now, Violations violations) {
        if (draft.schedule() != null && draft.runAt() != null) {
            violations.add("run_at", "cannot be given together with schedule");
            return null;
        }
        String zone = Objects.requireNonNullElse(draft.timeZone(), ZONE_DEFAULT);
        if (draft.runAt() != null) {
            // The instant says it all; a zone beside it must at least be one.
            if (!schedules.knowsZone(zone)) {
                violations.add("time_zone", "is not an IANA time zone; names are like Europe/Berlin or UTC");
            }
            if (!Timestamps.inRange(draft.runAt())) {
                violations.add("run_at", Timestamps.RANGE);
                return null;
            }
            return new ScheduleSpec.OneOff(draft.runAt());
        }
        if (draft.schedule() == null) {
            if (!violations.names("schedule") && !violations.names("run_at")) {
                violations.add("schedule", "is required, unless run_at is given");
            }
            return null;
        }
        ScheduleReading reading = schedules.read(draft.schedule(), zone, now);
        if (reading instanceof ScheduleReading.Refused refused) {
            violations.add(refused.field(), refused.message());
            return null;
        }
        return ((ScheduleReading.Understood) reading).spec();
    }

    private static void bounds(JobDraft draft, Violations violations) {
        Instant starts = draft.startsAt();
        Instant ends = draft.endsAt();
        if (starts != null && !Timestamps.inRange(starts)) {
            violations.add("starts_at", Timestamps.RANGE);
        }
        if (ends != null && !Timestamps.inRange(ends)) {
            violations.add("ends_at", Timestamps.RANGE);
        }
        if (starts != null && ends != null && !starts.isBefore(ends)) {
            violations.add("ends_at", "must be later than starts_at");
        }
        Instant runAt = draft.runAt();
        boolean tooEarly = runAt != null && starts != null && runAt.isBefore(starts);
        boolean tooLate = runAt != null && ends != null && !runAt.isBefore(ends);
        if (tooEarly || tooLate) {
            violations.add("run_at", "must not be before starts_at, and must be before ends_at");
        }
    }

    /** The default window of a flexible job is derived from its gap, so null stays null. */
    private static @Nullable Duration jitter(JobDraft draft, Timing timing, Violations violations) {
        Duration jitter = draft.jitter();
        if (jitter == null) {
            return null;
        }
        if (jitter.isNegative() || jitter.compareTo(JITTER_MAX) > 0) {
            violations.add("jitter_s", "must be from 0 to " + JITTER_MAX.toSeconds());
        } else if (timing == Timing.EXACT && !jitter.isZero()) {
            violations.add("jitter_s", "must be 0 or absent where timing is exact");
        }
        return jitter;
    }

    private static Timing timing(@Nullable String text, Violations violations) {
        if (text == null) {
            return Timing.DEFAULT;
        }
        return switch (text) {
            case "flexible" -> Timing.FLEXIBLE;
            case "exact" -> Timing.EXACT;
            default -> {
                violations.add("timing", "must be flexible or exact");
                yield Timing.DEFAULT;
            }
        };
    }

    private static int priority(@Nullable Integer priority, Violations violations) {
        if (priority == null) {
            return PRIORITY_DEFAULT;
        }
        if (priority < 0 || priority > 9) {
            violations.add("priority", "must be from 0 to 9");
        }
        return priority;
    }

    private static Map<String, String> labels(@Nullable Map<String, String> labels, Violations violations) {
        if (labels == null) {
            return Map.of();
        }
        if (labels.size() > LABELS_MAX) {
            violations.add("labels", "must be at most " + LABELS_MAX);
            return Map.of();
        }
        labels.forEach((name, value) -> {
            String nameFault = Texts.fault(name, LABEL_NAME_CHARS_MAX);
            if (nameFault != null) {
                violations.add("labels", "a label's name " + nameFault);
                return;
            }
            String valueFault = Texts.faultOfAny(value, LABEL_VALUE_CHARS_MAX);
            if (valueFault != null) {
                violations.add("labels." + name, valueFault);
            }
        });
        return labels;
    }

    private static void optionalText(String field, @Nullable String text, Violations violations) {
        String fault = text == null ? null : Texts.fault(text, NAME_CHARS_MAX);
        if (fault != null) {
            violations.add(field, fault);
        }
    }

    private static String orDefault(String field, @Nullable String text, String fallback, Violations violations) {
        optionalText(field, text, violations);
        return Objects.requireNonNullElse(text, fallback);
    }

    private static @Nullable Duration within(
            String field, @Nullable Duration duration, Duration max, Violations violations) {
        if (duration != null && (duration.isNegative() || duration.isZero() || duration.compareTo(max) > 0)) {
            violations.add(field, "must be more than 0 and at most " + max.toSeconds());
        }
        return duration;
    }

    private static <E extends Enum<E>> E word(
            String field, @Nullable String text, Class<E> type, E fallback, Violations violations) {
        if (text == null) {
            return fallback;
        }
        for (E value : type.getEnumConstants()) {
            if (value.name().toLowerCase(Locale.ROOT).equals(text)) {
                return value;
            }
        }
        violations.add(
                field,
                "must be "
                        + Arrays.stream(type.getEnumConstants())
                                .map(value -> value.name().toLowerCase(Locale.ROOT))
                                .collect(Collectors.joining(" or ")));
        return fallback;
    }
}
