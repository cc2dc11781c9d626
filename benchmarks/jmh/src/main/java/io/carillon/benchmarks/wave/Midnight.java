package io.carillon.benchmarks.wave;

import io.carillon.client.JobRequest;
import io.carillon.client.QuotaLimits;
import io.carillon.client.Timing;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Midnight: {@code --runs} daily jobs of one owner, all due at the same second sharp, on {@code --members} members. Twenty other
 * owners have a job that is due every second, and must not notice.
 */
public final class Midnight {

    private static final String CROWD = "crowd";
    private static final int BYSTANDERS = 20;
    /** Before the second, when nothing is created any more, and after it. */
    private static final Duration CALM = Duration.ofMinutes(1);

    private static final double LEAST_CREATES_PER_SECOND = 4_000;
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final Duration MARGIN = Duration.ofSeconds(2);

    private final Stand stand;
    private final int jobs;

    private Midnight(Stand stand, int jobs) {
        this.stand = stand;
        this.jobs = jobs;
    }

    public static void main(String[] args) throws Exception {
        WaveOptions options = Measurement.begin(args);
        MachineClock clock = new MachineClock();
        try (Database database = Database.start(options.dir())) {
            if (options.floors()) {
                new Floors(database, clock).measure(options.runs(), 0);
            }
            try (Stand stand = new Stand(options, database, clock)) {
                // Otherwise the compiler is measured.
                OneOffs warmUp = new OneOffs(stand);
                for (int wave = 1; wave <= options.waves(); wave++) {
                    warmUp.wave("warm-up " + wave, Math.min(options.runs(), 50_000));
                }
                new Midnight(stand, options.runs()).measure();
            }
        }
    }

    private void measure() throws InterruptedException, SQLException, IOException {
        List<JobRequest> others = IntStream.range(0, BYSTANDERS)
                .mapToObj(i -> JobRequest.named("every-second")
                        .owner("bystander-" + i)
                        .handler(WaveWorker.BYSTANDER)
                        .cron("* * * * * *")
                        .timing(Timing.EXACT)
                        .build())
                .toList();
        create(others.stream());
        stand.client().setQuota(CROWD, new QuotaLimits(null, null, jobs));
        Instant midnight = stand.clock()
                .now()
                .plusSeconds((long) (jobs / LEAST_CREATES_PER_SECOND))
                .plus(CALM)
                .plus(CALM)
                .truncatedTo(ChronoUnit.MINUTES);
        String cron = midnight.atZone(ZoneOffset.UTC).getMinute() + " "
                + midnight.atZone(ZoneOffset.UTC).getHour() + " * * *";
        long begin = stand.clock().nanos();
        create(IntStream.range(0, jobs)
                .mapToObj(i -> JobRequest.named("daily")
                        .owner(CROWD)
                        .handler(WaveWorker.HANDLER)
                        .cron(cron)
                        .timing(Timing.EXACT)
                        .payload("{\"n\":" + i + "}")
                        .build()));
        double seconds = (stand.clock().nanos() - begin) / 1e9;
        Terminal.print(
                "created %d daily jobs in %.1f s (%.0f/s), %.1f s ahead",
                jobs,
                seconds,
                jobs / seconds,
                Duration.between(stand.clock().now(), midnight).toMillis() / 1e3);
        Cpu created = stand.cpu();
        stand.clock().pauseUntil(midnight);
        Cpu due = stand.cpu();
        boolean all = stand.await(LONGEST, () -> stand.handled(WaveWorker.HANDLER) >= jobs)
                && stand.await(LONGEST, () -> stand.ledger().ended(midnight, midnight, CROWD) >= jobs);
        Cpu ended = stand.cpu();
        stand.clock().pauseUntil(midnight.plus(CALM).plus(MARGIN));
        report(midnight, all, created, due, ended);
    }

    private void create(Stream<JobRequest> requests) {
        stand.client().createJobs(requests.iterator(), result -> result.orThrow());
    }

    private void report(Instant midnight, boolean all, Cpu created, Cpu due, Cpu ended)
            throws InterruptedException, SQLException, IOException {
        List<Lateness.Call> calls = stand.calls();
        List<Lateness.Call> crowd = only(calls, call -> call.handler().equals(WaveWorker.HANDLER));
        List<Lateness.Call> others = only(calls, call -> call.handler().equals(WaveWorker.BYSTANDER));
        Lateness late = Lateness.of(crowd);
        Ledger.Findings findings = stand.ledger().findings(midnight, midnight, CROWD);
        Terminal.print("midnight: %s", OneOffs.verdict(jobs, all, findings, late));
        Terminal.print("midnight: %s", late.inWords());
        Instant lastEnd = findings.lastEnd() == null ? midnight.plus(LONGEST) : findings.lastEnd();
        Terminal.print(
                "midnight: the last of %d started after %.1f s and ended after %.1f s",
                jobs, late.most() / 1e3, Duration.between(midnight, lastEnd).toMillis() / 1e3);
        Terminal.print(
                "midnight: CPU us a run, from the due time on:  %s",
                ended.since(due).eachOf(jobs));
        Terminal.print(
                "midnight: CPU us a run, claims included:       %s",
                ended.since(created).eachOf(jobs));
        MemberMemory memory = stand.memory();
        Terminal.print(
                "midnight: members' heap after a collection at most %d MB, resident at most %d MB",
                memory.heapMb(), memory.residentMb());
        others("the minute before", others, midnight.minus(CALM), midnight);
        others("until the last had started", others, midnight, lastStart(crowd, midnight));
        others("the minute from it on", others, midnight, midnight.plus(CALM));
    }

    private static Instant lastStart(List<Lateness.Call> crowd, Instant otherwise) {
        return crowd.stream()
                .map(Lateness.Call::calledAt)
                .max(Instant::compareTo)
                .orElse(otherwise);
    }

    private static void others(String when, List<Lateness.Call> calls, Instant from, Instant to) {
        Lateness late = Lateness.of(
                only(calls, call -> !call.dueAt().isBefore(from) && call.dueAt().isBefore(to)));
        Terminal.print("others, %s: %d runs, %s", when, late.runs(), late.inWords());
    }

    private static List<Lateness.Call> only(List<Lateness.Call> calls, Predicate<Lateness.Call> which) {
        return new ArrayList<>(calls.stream().filter(which).toList());
    }
}
