package io.carillon.benchmarks.wave;

import io.carillon.client.JobRequest;
import io.carillon.client.QuotaLimits;
import io.carillon.client.Timing;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A backlog that nobody works off: {@code --runs} one-offs of one owner, due at once, in a pool without workers. Twenty other owners
 * have a job that is due every second in a pool that has one, and must not notice; memory must not fill. Then the pool's first
 * worker comes.
 */
public final class Backlog {

    private static final String CROWD = "crowd";
    private static final String POOL = "nobody";
    private static final int BYSTANDERS = 20;
    private static final int WARM_UP_MAX = 50_000;
    private static final Duration CALM = Duration.ofMinutes(1);
    private static final Duration LONGEST = Duration.ofMinutes(20);
    /** Counting a million rows takes time from those who work. */
    private static final Duration COUNT_EVERY = Duration.ofSeconds(5);

    private final Stand stand;
    private final int runs;

    private Backlog(Stand stand, int runs) {
        this.stand = stand;
        this.runs = runs;
    }

    public static void main(String[] args) throws Exception {
        WaveOptions options = Measurement.begin(args);
        MachineClock clock = new MachineClock();
        try (Database database = Database.start(options.dir())) {
            try (Stand stand = new Stand(options, database, clock)) {
                // Otherwise the compiler is measured.
                OneOffs warmUp = new OneOffs(stand);
                for (int wave = 1; wave <= options.waves(); wave++) {
                    warmUp.wave("warm-up " + wave, Math.min(options.runs(), WARM_UP_MAX));
                }
                new Backlog(stand, options.runs()).measure();
            }
        }
    }

    private void measure() throws InterruptedException, SQLException, IOException {
        create(IntStream.range(0, BYSTANDERS)
                .mapToObj(i -> JobRequest.named("every-second")
                        .owner("bystander-" + i)
                        .handler(WaveWorker.BYSTANDER)
                        .cron("* * * * * *")
                        .timing(Timing.EXACT)
                        .build()));
        stand.client().setQuota(CROWD, new QuotaLimits(null, null, runs));
        Instant alone = stand.clock().now();
        stand.clock().pauseUntil(alone.plus(CALM));
        Instant begin = stand.clock().now();
        create(IntStream.range(0, runs)
                .mapToObj(i -> JobRequest.named("nobodys")
                        .owner(CROWD)
                        .pool(POOL)
                        .handler(WaveWorker.HANDLER)
                        .oneOff(begin)
                        .payload("{\"n\":" + i + "}")
                        .build()));
        Instant created = stand.clock().now();
        boolean queued =
                await(() -> stand.ledger().findings(begin, begin, CROWD).runs() >= runs);
        Instant full = stand.clock().now();
        Terminal.print(
                "backlog: created %d in %.1f s, all queued after %.1f s%s",
                runs, seconds(begin, created), seconds(begin, full), queued ? "" : ": NOT ALL");
        Cpu waiting = stand.cpu();
        stand.clock().pauseUntil(full.plus(CALM));
        Terminal.print(
                "backlog: CPU in a minute of waiting: %s",
                stand.cpu().since(waiting).eachOf((int) CALM.toMillis()));
        memory("while it waited");

        Instant worker = stand.clock().now();
        Cpu before = stand.cpu();
        stand.addWorker(POOL);
        boolean first = stand.await(CALM, () -> stand.handled(WaveWorker.HANDLER) > 0);
        double firstAfter = seconds(worker, stand.clock().now());
        boolean all = await(() -> stand.handled(WaveWorker.HANDLER) >= runs)
                && await(() -> stand.ledger().ended(begin, begin, CROWD) >= runs);
        Cpu after = stand.cpu();
        Ledger.Findings findings = stand.ledger().findings(begin, begin, CROWD);
        List<Lateness.Call> calls = stand.calls();
        Lateness crowd = Lateness.of(only(calls, call -> call.handler().equals(WaveWorker.HANDLER)));
        Instant lastEnd = findings.lastEnd() == null ? stand.clock().now() : findings.lastEnd();
        Terminal.print("backlog: %s", OneOffs.verdict(runs, all, findings, crowd));
        Terminal.print(
                "backlog: first run %.1f s after the worker's process was started%s, the last ended after %.1f s: %.0f a second",
                firstAfter, first ? "" : " (NONE)", seconds(worker, lastEnd), runs / seconds(worker, lastEnd));
        Terminal.print(
                "backlog: CPU us a run while it drained: %s",
                after.since(before).eachOf(runs));
        memory("over all");
        List<Lateness.Call> others = only(calls, call -> call.handler().equals(WaveWorker.BYSTANDER));
        others("alone", others, alone, begin);
        others("while the backlog came", others, begin, full);
        others("while it waited", others, full, worker);
        others("while it drained", others, worker, lastEnd);
    }

    private boolean await(Stand.Condition condition) throws InterruptedException, SQLException, IOException {
        Instant deadline = stand.clock().now().plus(LONGEST);
        while (!condition.holds()) {
            stand.requireAlive();
            if (stand.clock().now().isAfter(deadline)) {
                return false;
            }
            stand.clock().pause(COUNT_EVERY);
        }
        return true;
    }

    private void create(Stream<JobRequest> requests) {
        stand.client().createJobs(requests.iterator(), result -> result.orThrow());
    }

    private void memory(String when) throws IOException {
        MemberMemory memory = stand.memory();
        Terminal.print(
                "backlog, %s: heap after a collection at most %d MB, resident at most %d MB",
                when, memory.heapMb(), memory.residentMb());
    }

    private static void others(String when, List<Lateness.Call> calls, Instant from, Instant to) {
        Lateness late = Lateness.of(
                only(calls, call -> !call.dueAt().isBefore(from) && call.dueAt().isBefore(to)));
        Terminal.print("others, %s: %d runs, %s", when, late.runs(), late.inWords());
    }

    private static double seconds(Instant from, Instant to) {
        return Duration.between(from, to).toMillis() / 1e3;
    }

    private static List<Lateness.Call> only(List<Lateness.Call> calls, Predicate<Lateness.Call> which) {
        return new ArrayList<>(calls.stream().filter(which).toList());
    }
}
