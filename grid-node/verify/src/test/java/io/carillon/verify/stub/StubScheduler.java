package io.carillon.verify.stub;

import io.carillon.verify.evidence.Answer;
import io.carillon.verify.evidence.Arrival;
import io.carillon.verify.evidence.DeadLetterSaid;
import io.carillon.verify.evidence.Definition;
import io.carillon.verify.evidence.Fact;
import io.carillon.verify.evidence.JobSaid;
import io.carillon.verify.evidence.LedgerSaid;
import io.carillon.verify.evidence.Request;
import io.carillon.verify.evidence.RunSaid;
import io.carillon.verify.evidence.Trigger;
import io.carillon.verify.rules.FixedRateTimetable;
import io.carillon.verify.rules.Occurrences;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A scheduler, its workers and its target in virtual time. It keeps the contract, unless a {@link Plant} makes it break one promise now
 * and then. While an {@link Outage} lasts it does nothing, and some of what was running is lost with it.
 */
final class StubScheduler {

    /** @param healthyAt when it is whole again */
    record Outage(Instant from, Instant to, Instant healthyAt) {}

    private static final Duration LOST_LEASE = Duration.ofSeconds(3);
    private static final int SKEW = 12;

    private final VirtualTime time;
    private final Random random;
    private final Plant plant;
    private final List<Outage> outages;
    private final Instant plantUntil;
    private final Instant end;
    private final Consumer<Fact> seen;
    private final Map<UUID, StubJob> jobs = new LinkedHashMap<>();
    private final Map<UUID, StubRun> runs = new LinkedHashMap<>();
    private final Map<String, UUID> effectsOfKeys = new HashMap<>();
    private final Map<String, Long> quotas = new HashMap<>();
    private final List<StubRun> queued = new ArrayList<>();
    private long tokens = 1_000;
    private long calls;
    private int planted;
    private boolean gone;

    StubScheduler(
            VirtualTime time,
            Random random,
            Plant plant,
            List<Outage> outages,
            Instant plantUntil,
            Instant end,
            Consumer<Fact> seen) {
        this.time = time;
        this.random = random;
        this.plant = plant;
        this.outages = outages;
        this.plantUntil = plantUntil;
        this.end = end;
        this.seen = seen;
        for (Outage outage : outages) {
            time.at(outage.healthyAt(), this::heal);
        }
    }

    /** How often it broke its promise. */
    int planted() {
        return planted;
    }

    boolean isDown() {
        return outageAt(time.now()) != null || gone;
    }

    /** Down for good. */
    boolean isGone() {
        return gone;
    }

    private @Nullable Outage outageAt(Instant at) {
        return outages.stream()
                .filter(each -> !at.isBefore(each.from) && at.isBefore(each.healthyAt))
                .findFirst()
                .orElse(null);
    }

    /** Far from any outage, so that nothing is forgiven. */
    private boolean isQuiet(Instant at) {
        return outages.stream()
                .noneMatch(
                        each -> at.isAfter(each.from.minusSeconds(60)) && at.isBefore(each.healthyAt.plusSeconds(90)));
    }

    private boolean plants(Plant which, int oneIn) {
        boolean does =
                plant == which && time.now().isBefore(plantUntil) && isQuiet(time.now()) && random.nextInt(oneIn) == 0;
        if (does) {
            planted++;
        }
        return does;
    }

    // What callers ask

    UUID create(@Nullable String key, Definition definition, Work work) {
        UUID before = key == null ? null : effectsOfKeys.get(key);
        if (before != null && !plants(Plant.MAKES_TWO_JOBS_FOR_ONE_KEY, 1)) {
            return before;
        }
        StubJob job = new StubJob(
                new UUID(random.nextLong(), random.nextLong()), definition, time.now(), work, random.nextDouble());
        job.slots = slots(definition, time.now());
        jobs.put(job.id, job);
        if (key != null) {
            effectsOfKeys.put(key, job.id);
        }
        plan(job);
        return job.id;
    }

    /** False: refused. */
    boolean edit(UUID id, Definition next) {
        StubJob job = settled(id);
        if (job.mode == StubJob.Mode.DELETED || (job.isOneOff() && isSpent(job))) {
            return false;
        }
        if (job.mode != StubJob.Mode.ACTIVE && !job.isOneOff()) {
            skipPause(job);
        }
        boolean sameRate =
                isRate(job.definition) && isRate(next) && period(job.definition).equals(period(next));
        job.slots = sameRate ? job.slots : slots(next, time.now());
        job.definition = next;
        job.through = time.now();
        if (!job.isOneOff() && job.mode == StubJob.Mode.ACTIVE && plants(Plant.LOSES_AN_OCCURRENCE_AT_AN_EDIT, 1)) {
            SortedMap<Instant, Duration> after = job.slots.tailMap(time.now().plusNanos(1));
            job.slots = new TreeMap<>(job.slots);
            if (!after.isEmpty()) {
                Instant lost = after.firstKey();
                job.slots.remove(lost);
            }
        }
        plan(job);
        return true;
    }

    boolean pause(UUID id, boolean hold) {
        StubJob job = settled(id);
        if (job.mode == StubJob.Mode.DELETED) {
            return false;
        }
        if (plants(Plant.RUNS_A_PAUSED_JOB, 1)) {
            return true;
        }
        if (job.mode == StubJob.Mode.ACTIVE) {
            job.through = time.now();
            job.plans++;
            job.mode = StubJob.Mode.PAUSED;
        }
        if (hold) {
            job.mode = StubJob.Mode.HELD;
        }
        return true;
    }

    boolean resume(UUID id) {
        StubJob job = job(id);
        if (job.mode == StubJob.Mode.DELETED) {
            return false;
        }
        if (job.mode != StubJob.Mode.ACTIVE) {
            if (!job.isOneOff()) {
                skipPause(job);
                job.through = time.now();
            }
            job.mode = StubJob.Mode.ACTIVE;
            plan(job);
            List.copyOf(job.runs).forEach(this::tryStart);
        }
        return true;
    }

    private void skipPause(StubJob job) {
        job.skip(
                List.copyOf(job.slots
                        .subMap(job.through.plusNanos(1), time.now().plusNanos(1))
                        .keySet()),
                "paused");
    }

    boolean delete(UUID id) {
        StubJob job = settled(id);
        if (job.mode == StubJob.Mode.DELETED) {
            return true;
        }
        if (job.mode != StubJob.Mode.ACTIVE && !job.isOneOff()) {
            skipPause(job);
        }
        job.mode = StubJob.Mode.DELETED;
        if (plants(Plant.RUNS_A_DELETED_JOB, 1)) {
            plan(job);
            return true;
        }
        job.plans++;
        for (StubRun run : job.runs) {
            if (!run.isOver() && !run.running) {
                end(run, "cancelled", "deleted");
            }
        }
        return true;
    }

    /** Null: refused. */
    @Nullable
    UUID trigger(UUID id, String key) {
        StubJob job = job(id);
        UUID before = effectsOfKeys.get(key);
        if (before != null) {
            return before;
        }
        if (job.mode == StubJob.Mode.DELETED || plants(Plant.DOES_NOT_FIND_A_JOB, 2)) {
            return null;
        }
        StubRun run = newRun(job, Trigger.MANUAL, time.now(), time.now());
        effectsOfKeys.put(key, run.id);
        if (plants(Plant.SWALLOWS_A_TRIGGER, 1)) {
            runs.remove(run.id);
            job.runs.remove(run);
        } else {
            tryStart(run);
        }
        return run.id;
    }

    boolean cancel(UUID id) {
        StubRun run = Objects.requireNonNull(runs.get(id));
        if (run.isOver()) {
            return false;
        }
        if (!run.running && plants(Plant.STARTS_A_CANCELLED_RUN, 1)) {
            run.retryAt = null;
            time.in(Duration.ofSeconds(1), () -> tryStart(run));
            return true;
        }
        run.cancelled = true;
        if (!run.running) {
            end(run, "cancelled", "cancelled");
        }
        return true;
    }

    void quota(String owner, long maxRunning) {
        quotas.put(owner, maxRunning);
    }

    /** What it says to who is refused. */
    String refusal(Request.Kind kind, @Nullable UUID id) {
        StubJob job = id == null ? null : jobs.get(id);
        if (kind == Request.Kind.CANCEL) {
            return "409 run_not_cancellable";
        }
        if (job != null && job.mode == StubJob.Mode.DELETED) {
            return "409 job_deleted";
        }
        return kind == Request.Kind.TRIGGER ? "404 not_found" : "409 run_at_passed";
    }

    /** A run that waits for its retry, or null. */
    @Nullable
    UUID anyLiveRun(UUID id) {
        return job(id).runs.stream()
                .filter(run -> !run.isOver() && !run.running && run.attempt > 0)
                .map(run -> run.id)
                .findFirst()
                .orElse(null);
    }

    /** What it owed while nobody could claim it comes first. */
    private StubJob settled(UUID id) {
        StubJob job = job(id);
        claim(job);
        return job;
    }

    private StubJob job(UUID id) {
        return Objects.requireNonNull(jobs.get(id));
    }

    // When jobs are due

    private SortedMap<Instant, Duration> slots(Definition definition, Instant anchor) {
        Instant runAt = definition.runAt();
        if (runAt != null) {
            return new TreeMap<>(Map.of(runAt, Duration.ZERO));
        }
        SortedMap<Instant, Duration> slots = new Occurrences(definition, anchor).slots(time.now(), end);
        if (plant == Plant.LOSES_A_FIXED_TIME_IN_THE_GAP && slots.size() == 1 && slots.remove(Nights.GAP) != null) {
            planted++;
        }
        if (plant == Plant.REPEATS_A_FIXED_TIME_IN_THE_OVERLAP && slots.size() == 1) {
            slots.put(slots.firstKey().plusSeconds(3_600), Duration.ZERO);
            planted++;
        }
        return slots;
    }

    private static boolean isRate(Definition definition) {
        return definition.schedule() != null && definition.schedule().startsWith("@every");
    }

    private static Duration period(Definition definition) {
        return FixedRateTimetable.period(Objects.requireNonNull(definition.schedule()));
    }

    private static boolean isSpent(StubJob job) {
        return job.runs.stream().anyMatch(run -> run.trigger == Trigger.SCHEDULE);
    }

    private void plan(StubJob job) {
        int number = ++job.plans;
        boolean runsOn = job.mode == StubJob.Mode.ACTIVE || plant == Plant.RUNS_A_DELETED_JOB;
        if (!runsOn || (job.isOneOff() && (isSpent(job) || !job.unclaimed.isEmpty()))) {
            return;
        }
        Instant after = job.isOneOff() ? Instant.EPOCH : job.through.plusNanos(1);
        SortedMap<Instant, Duration> next = job.slots.tailMap(after);
        if (!next.isEmpty()) {
            Instant nominal = next.firstKey();
            time.at(nominal, () -> {
                if (job.plans == number) {
                    job.through = nominal;
                    job.unclaimed.add(nominal);
                    if (!isDown()) {
                        claim(job);
                    }
                    plan(job);
                }
            });
        }
    }

    private void claim(StubJob job) {
        List<Instant> owed = new ArrayList<>(job.unclaimed);
        job.unclaimed.clear();
        Duration misfireAfter = Objects.requireNonNullElse(job.definition.misfireAfter(), Duration.ofMinutes(5));
        if (!owed.isEmpty() && owed.get(0).plus(misfireAfter).isBefore(time.now())) {
            int kept = switch (Objects.requireNonNullElse(job.definition.misfire(), Definition.Misfire.RUN_ONCE)) {
                case RUN_ALL -> owed.size();
                case RUN_ONCE -> 1;
                case SKIP -> 0;
            };
            job.skip(owed.subList(0, owed.size() - kept), "misfire");
            owed = owed.subList(owed.size() - kept, owed.size());
        }
        for (Instant nominal : owed) {
            if (!job.isOneOff() && plants(Plant.SKIPS_WITHOUT_A_REASON, 20)) {
                job.skip(List.of(nominal), "misfire");
            } else if (overlaps(job)) {
                job.skip(List.of(nominal), "overlap");
            } else {
                owe(job, nominal);
            }
        }
    }

    private boolean overlaps(StubJob job) {
        long most = switch (Objects.requireNonNullElse(job.definition.overlap(), Definition.Overlap.ALLOW)) {
            case ALLOW -> Long.MAX_VALUE;
            case SKIP -> 1;
            case QUEUE_ONE -> 2;
        };
        return job.liveScheduled() >= most;
    }

    private void owe(StubJob job, Instant nominal) {
        Duration window = job.slots.getOrDefault(nominal, Duration.ZERO);
        Duration moved = Duration.ofMillis((long) (window.toMillis() * job.fraction));
        if (!job.isOneOff() && plants(Plant.MOVES_BEYOND_THE_WINDOW, 20)) {
            moved = window.plusMillis(150);
        }
        Instant due = nominal.plus(moved);
        StubRun run = newRun(job, Trigger.SCHEDULE, nominal, due);
        if (plants(Plant.LOSES_A_RUN, 25)) {
            runs.remove(run.id);
            run.status = "succeeded";
            run.endedAt = time.now();
            return;
        }
        if (plants(Plant.MAKES_TWO_RUNS_OF_ONE_TIME, 20)) {
            StubRun twin = newRun(job, Trigger.SCHEDULE, nominal, due);
            time.at(due, () -> tryStart(twin));
        }
        run.early = plants(Plant.FIRES_EARLY, 20);
        time.at(due, () -> tryStart(run));
    }

    private StubRun newRun(StubJob job, Trigger trigger, Instant nominal, Instant due) {
        UUID id = new UUID((random.nextLong() & ~0xfffL) | Math.abs(job.id.hashCode() % 256), random.nextLong());
        StubRun run = new StubRun(id, job, trigger, nominal, due);
        runs.put(id, run);
        job.runs.add(run);
        return run;
    }

    private void heal() {
        if (plant == Plant.NEVER_RECOVERS && time.now().isBefore(plantUntil) && !gone) {
            planted++;
            gone = true;
        }
        Duration late = Duration.ofMillis(random.nextInt(1_500));
        if (plant == Plant.RECOVERS_LATE && time.now().isBefore(plantUntil)) {
            planted++;
            late = Duration.ofSeconds(40);
        }
        Duration delay = late;
        jobs.values().forEach(job -> {
            if (!job.unclaimed.isEmpty()) {
                time.in(delay, () -> {
                    loseWhatAnOutageLeft(job);
                    claim(job);
                });
            }
        });
        time.in(delay, () -> List.copyOf(queued).forEach(this::tryStart));
    }

    /** Unlike the others, in the midst of a fault. */
    private void loseWhatAnOutageLeft(StubJob job) {
        if (plant == Plant.LOSES_WHAT_AN_OUTAGE_LEFT && !job.isOneOff() && !job.unclaimed.isEmpty()) {
            planted++;
            job.unclaimed.remove(job.unclaimed.size() - 1);
        }
    }

    // Runs and attempts

    private void tryStart(StubRun run) {
        boolean lost = run.isOver() || run.running || run.due.isAfter(time.now());
        boolean held = run.job.mode == StubJob.Mode.HELD;
        boolean waits = run.retryAt != null && run.retryAt.isAfter(time.now());
        if (lost || waits || (held && !plants(Plant.STARTS_A_HELD_RUN, 1))) {
            queued.remove(run);
            return;
        }
        if (run.isNew() && run.job.mode == StubJob.Mode.DELETED && plant != Plant.RUNS_A_DELETED_JOB) {
            end(run, "cancelled", "deleted");
            return;
        }
        if (isDown() || isOverQuota(run) || waitsForTurn(run)) {
            if (!queued.contains(run)) {
                queued.add(run);
            }
            return;
        }
        queued.remove(run);
        Duration latency = Duration.ofMillis(random.nextInt(40));
        if (run.isNew() && plants(Plant.IS_LATE, 40)) {
            latency = Duration.ofSeconds(9);
        }
        run.running = true;
        time.in(latency, () -> start(run));
    }

    private boolean isOverQuota(StubRun run) {
        Long limit = quotas.get(run.job.owner());
        long running = runs.values().stream()
                .filter(other -> other.running && other.job.owner().equals(run.job.owner()))
                .count();
        return limit != null && running >= limit && !plants(Plant.EXCEEDS_THE_QUOTA, 3);
    }

    private boolean waitsForTurn(StubRun run) {
        boolean turns = Objects.requireNonNullElse(run.job.definition.overlap(), Definition.Overlap.ALLOW)
                != Definition.Overlap.ALLOW;
        return turns
                && run.trigger == Trigger.SCHEDULE
                && run.job.runs.stream()
                        .anyMatch(other -> other.trigger == Trigger.SCHEDULE
                                && !other.isOver()
                                && other.nominal.isBefore(run.nominal))
                && !plants(Plant.RUNS_TWO_AT_ONCE, 2);
    }

    private void start(StubRun run) {
        if (run.isOver() || run.cancelled) {
            run.running = false;
            if (!run.isOver()) {
                end(run, "cancelled", "cancelled");
            }
            return;
        }
        boolean again = run.token != 0;
        if (again && plants(Plant.LETS_TOKENS_FALL, 1)) {
            run.token--;
        } else if (!(again && plants(Plant.REUSES_A_TOKEN, 1))) {
            run.token = ++tokens;
        }
        run.attempt++;
        run.startedAt = time.now();
        run.status = "running";
        Duration way = Duration.ofMillis(1 + random.nextInt(SKEW));
        Instant arrives = run.early ? run.due.minusMillis(400) : time.now().plus(way);
        int number = ++run.calls;
        call(run, run.attempt, run.token, arrives, run.job.work.reply(number));
    }

    private void call(StubRun run, int attempt, long token, Instant arrives, Answer.Reply reply) {
        Instant answers = arrives.plus(run.job.work.takes());
        Instant reported = answers.plusMillis(1 + random.nextInt(SKEW));
        Instant started = Objects.requireNonNull(run.startedAt);
        Outage outage = outages.stream()
                .filter(each -> !each.from.isAfter(reported) && each.healthyAt.isAfter(started))
                .findFirst()
                .orElse(null);
        arrive(run, attempt, token, arrives);
        long call = calls;
        if (outage != null && random.nextBoolean()) {
            if (random.nextBoolean()) {
                time.at(answers, () -> seen.accept(new Answer(call, reply, answers)));
            }
            Instant lapses = outage.healthyAt.plus(LOST_LEASE);
            time.at(lapses.isAfter(reported) ? lapses : reported, () -> lapse(run, token, started));
            return;
        }
        time.at(answers, () -> seen.accept(new Answer(call, reply, answers)));
        Instant told = outage == null || !outage.healthyAt.isAfter(reported) ? reported : outage.healthyAt;
        if (run.job.work.takes().toMillis() > 1_000 && plants(Plant.STARTS_BEFORE_THE_LAPSE, 2)) {
            time.at(arrives.plusMillis(300), () -> overtake(run, token, started, answers));
            return;
        }
        if (plants(Plant.STARTS_WITHOUT_A_LAPSE, 25)) {
            time.at(arrives.plusMillis(300), () -> {
                run.attempt++;
                run.token = ++tokens;
                arrive(run, run.attempt, run.token, time.now());
                seen.accept(new Answer(calls, Answer.Reply.SUCCESS, time.now().plusMillis(1)));
                end(run, "succeeded", null);
            });
            return;
        }
        if (plants(Plant.CALLS_TWICE, 25)) {
            arrive(run, attempt, token, arrives.plusMillis(2));
            seen.accept(new Answer(calls, reply, arrives.plusMillis(3)));
        }
        time.at(told, () -> report(run, token, started, reply));
    }

    private void arrive(StubRun run, int attempt, long token, Instant at) {
        seen.accept(new Arrival(
                ++calls,
                Arrival.Door.HTTP,
                null,
                run.id,
                run.job.id,
                attempt,
                token,
                run.trigger,
                run.nominal,
                run.due,
                at));
    }

    /** Another attempt begins while history says that the first one goes on. */
    private void overtake(StubRun run, long token, Instant started, Instant ends) {
        run.attempts.add(new RunSaid.AttemptSaid(run.attempt, token, null, started, ends, "lapsed"));
        run.attempt++;
        run.token = ++tokens;
        run.startedAt = time.now();
        arrive(run, run.attempt, run.token, time.now());
        seen.accept(new Answer(calls, Answer.Reply.SUCCESS, time.now().plusMillis(1)));
        run.attempts.add(new RunSaid.AttemptSaid(
                run.attempt, run.token, null, time.now(), time.now().plusMillis(5), "succeeded"));
        end(run, "succeeded", null);
    }

    private void lapse(StubRun run, long token, Instant started) {
        if (run.isOver() || run.token != token) {
            return;
        }
        record(run, started, "lapsed");
        run.running = false;
        if (run.cancelled) {
            end(run, "cancelled", "cancelled");
        } else {
            run.status = "queued";
            tryStart(run);
            next();
        }
    }

    private void record(StubRun run, Instant started, String how) {
        run.attempts.add(new RunSaid.AttemptSaid(run.attempt, run.token, null, started, time.now(), how));
    }

    private void report(StubRun run, long token, Instant started, Answer.Reply reply) {
        if (run.isOver() || run.token != token) {
            return;
        }
        if (reply == Answer.Reply.SUCCESS && plants(Plant.LAPSES_WITHOUT_A_FAULT, 25)) {
            lapse(run, token, started);
            return;
        }
        if (reply == Answer.Reply.SUCCESS
                && run.job.definition.backoff() != null
                && plants(Plant.CLAIMS_A_FAILURE, 2)) {
            record(run, started, "failed");
            run.running = false;
            run.failures++;
            run.status = "failed";
            retry(run);
            return;
        }
        if (reply == Answer.Reply.SUCCESS) {
            record(run, started, "succeeded");
            if (plants(Plant.RUNS_AGAIN_AFTER_SUCCESS, 25)) {
                run.token = ++tokens;
                run.attempt++;
                arrive(run, run.attempt, run.token, time.now().plusMillis(500));
                seen.accept(new Answer(calls, Answer.Reply.SUCCESS, time.now().plusMillis(501)));
                run.attempts.add(new RunSaid.AttemptSaid(
                        run.attempt,
                        run.token,
                        null,
                        time.now().plusMillis(490),
                        time.now().plusMillis(510),
                        "succeeded"));
            }
            if (plants(Plant.DIES_WITHOUT_A_CAUSE, 25)) {
                end(run, "dead", "retries_exhausted");
            } else if (!quotas.containsKey(run.job.owner()) && plants(Plant.NEVER_ENDS_A_RUN, 25)) {
                run.status = "running";
            } else {
                end(run, "succeeded", null);
                if (plants(Plant.ENDS_BEFORE_ITS_TARGET, 25)) {
                    run.endedAt = time.now().minusSeconds(2);
                }
            }
            return;
        }
        run.running = false;
        int most = Objects.requireNonNullElse(run.job.definition.retriesMax(), 3);
        if (run.cancelled) {
            record(run, started, "failed");
            end(run, "cancelled", "cancelled");
        } else if (reply == Answer.Reply.PERMANENT) {
            record(run, started, "failed_for_good");
            end(run, "dead", "permanent_failure");
        } else if (plants(Plant.CLAIMS_A_SUCCESS, 1)) {
            record(run, started, "succeeded");
            end(run, "succeeded", null);
        } else if (++run.failures > most && !plants(Plant.RETRIES_TOO_OFTEN, 1)) {
            record(run, started, "failed");
            end(run, "dead", "retries_exhausted");
        } else {
            record(run, started, "failed");
            run.status = "failed";
            retry(run);
        }
        next();
    }

    private void retry(StubRun run) {
        List<Duration> waits = Objects.requireNonNull(run.job.definition.backoff());
        Duration wait = waits.get(Math.min(run.failures, waits.size()) - 1);
        long millis = (long) (wait.toMillis() * (0.8 + 0.4 * random.nextDouble()));
        if (plants(Plant.RETRIES_EARLY, 1)) {
            millis = 50;
        }
        if (plants(Plant.DELAYS_A_RETRY, 2)) {
            millis += 20_000;
        }
        run.retryAt = time.now().plusMillis(millis);
        time.at(run.retryAt, () -> tryStart(run));
    }

    private void end(StubRun run, String status, @Nullable String reason) {
        run.status = status;
        run.reason = reason;
        run.endedAt = time.now();
        run.running = false;
        queued.remove(run);
        next();
    }

    /** Somebody may have waited for a place or a turn. */
    private void next() {
        List<StubRun> waiting = new ArrayList<>(queued);
        waiting.sort(Comparator.comparing(run -> run.nominal));
        waiting.forEach(this::tryStart);
    }

    // What it says of itself

    List<Fact> account(Instant from, Instant to) {
        List<Fact> account = new ArrayList<>();
        for (StubJob job : jobs.values()) {
            if (plant == Plant.LOSES_A_JOB && planted == 0) {
                planted++;
                continue;
            }
            String status = switch (job.mode) {
                case ACTIVE -> "active";
                case PAUSED, HELD -> "paused";
                case DELETED -> "deleted";
            };
            account.add(new JobSaid(
                    job.id, job.definition.name(), job.definition.owner(), status, 1, job.createdAt, Duration.ZERO));
            account.add(ledger(job, from, to));
        }
        for (StubRun run : runs.values()) {
            if (plant == Plant.FORGETS_HISTORY && run.calls > 0 && planted < 3) {
                planted++;
                continue;
            }
            account.add(run.said());
            if (run.status.equals("dead")) {
                account.add(new DeadLetterSaid(run.id, run.job.id));
            }
        }
        return account;
    }

    private LedgerSaid ledger(StubJob job, Instant from, Instant to) {
        List<LedgerSaid.Entry> entries = new ArrayList<>();
        for (StubRun run : job.runs) {
            boolean lists = run.trigger == Trigger.SCHEDULE && run.nominal.isBefore(to) && !run.nominal.isBefore(from);
            if (lists && plant == Plant.LEAVES_OUT_OF_THE_LEDGER && planted < 3) {
                planted++;
            } else if (lists) {
                entries.add(new LedgerSaid.Entry(run.nominal, run.id, run.status));
            }
        }
        List<LedgerSaid.Skip> skips = job.skips.stream()
                .filter(skip -> skip.nominalLast().isBefore(to))
                .toList();
        long told =
                entries.size() + skips.stream().mapToLong(LedgerSaid.Skip::n).sum();
        boolean open = plant == Plant.DOES_NOT_CLOSE_THE_LEDGER && planted == 0 && told > 0;
        if (open) {
            planted++;
        }
        return new LedgerSaid(job.id, from, to, to, told + (open ? 1 : 0), open ? 1 : 0, entries, skips, List.of());
    }
}
