package io.carillon.benchmarks.day;

import io.carillon.domain.retry.FailureKind;
import io.carillon.domain.retry.RetryDecision;
import io.carillon.domain.retry.RetryPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A cluster on virtual time, run by run. The rules are the product's own; what takes time is queued for at cores, logs and
 * slots. One thread; the same scenario gives the same figures.
 */
final class Simulation {

    private static final long MICROS = 1_000_000L;
    /** At whole seconds runs are due, and for some milliseconds nothing is as it is else. */
    private static final long BETWEEN_SECONDS = 500_000;

    private static final int EVERY_SECOND = 0;
    private static final int WORKERS_WANTED = 1;
    private static final int WORKERS_COME = 2;
    private static final int CREDITS = 3;

    final Scenario scenario;
    final Agenda agenda = new Agenda();
    final Runs runs = new Runs();
    final Figures figures;
    /** Due and not handed out, over all loops. */
    int readyRuns;

    private final Occurrences occurrences;
    private final Costs costs;
    private final ClaimPace pace;
    private final SplittableRandom random;
    private final List<Host> hosts = new ArrayList<>();
    private final List<Loop> loops = new ArrayList<>();
    private final List<Lane> lanes = new ArrayList<>();
    private final List<@Nullable Transaction> transactions = new ArrayList<>();
    private final List<Integer> freeTransactions = new ArrayList<>();
    private final Fleet fleet;
    private boolean creditsAsked;
    private long takenSinceLook;
    private int secondsSinceLook;
    private int borrowedLast;
    private long loaded;
    private long now;

    Simulation(Scenario scenario, Occurrences occurrences, int periodSeconds) {
        this.scenario = scenario;
        this.occurrences = occurrences;
        this.costs = scenario.costs();
        this.figures = new Figures(scenario.seconds(), periodSeconds);
        this.random = new SplittableRandom(scenario.seed());
        build(scenario.size());
        this.pace = new ClaimPace(loops.size());
        this.fleet = new Fleet(scenario.workers(), hosts);
    }

    private void build(Size size) {
        List<Database> databases = new ArrayList<>();
        Cores shared = new Cores(size.memberCores(), figures.memberBusy);
        for (int i = 0; i < size.databases(); i++) {
            Cores cores = size.oneMachine() ? shared : new Cores(size.storeCores(), figures.storeBusy);
            databases.add(new Database(cores, new Flush(costs.flushMicros())));
        }
        for (int i = 0; i < size.members(); i++) {
            Cores cores = size.oneMachine() ? shared : new Cores(size.memberCores(), figures.memberBusy);
            Host host = new Host(i, cores);
            hosts.add(host);
            for (Database database : databases) {
                host.claimLanes.add(lane(host, database, true));
                host.runLanes.add(lane(host, database, false));
            }
            for (int loop = 0; loop < size.loops(); loop++) {
                Loop each = new Loop(this, loops.size(), host, size);
                loops.add(each);
                host.loops.add(each);
            }
        }
    }

    private Lane lane(Host host, Database database, boolean claims) {
        Lane lane = new Lane(this, lanes.size(), host, database, claims);
        lanes.add(lane);
        return lane;
    }

    /** From the first claim until all runs have ended, or the time to drain is over. */
    Simulation run() {
        for (int second = scenario.from(); second < scenario.to(); second++) {
            figures.due.add(scenario.micros(second), occurrences.dueIn(second));
            long lead = pace.leadMicros(occurrences.dueIn(second) / loops.size() + 1) + 2 * MICROS;
            agenda.push(Math.max(0, scenario.micros(second) - lead), Agenda.Kind.LOAD, second - scenario.from());
        }
        agenda.push(BETWEEN_SECONDS, Agenda.Kind.LOOK, EVERY_SECOND);
        agenda.push(BETWEEN_SECONDS, Agenda.Kind.LOOK, WORKERS_WANTED);
        long end = scenario.seconds() * MICROS;
        while (!agenda.isEmpty() && now < end && !isDone()) {
            long event = agenda.pop();
            now = Agenda.microsOf(event);
            take(Agenda.kindOf(event), Agenda.idOf(event));
        }
        return this;
    }

    /** Runs of the span that have come into memory; all of them when it is over. */
    long loaded() {
        return loaded;
    }

    /** Runs that have not ended. */
    int left() {
        return runs.live();
    }

    private boolean isDone() {
        return loaded > 0 && runs.live() == 0 && now >= scenario.micros(scenario.to());
    }

    private void take(Agenda.Kind kind, int id) {
        switch (kind) {
            case LOAD -> load(scenario.from() + id);
            case CLAIM -> loopOf(id).claim(id, now);
            case TRANSACTION -> goOn(id);
            case GATHERED -> lanes.get(id).gathered(now);
            case END -> ended(id);
            case ASKED -> loopOf(id).asked(id, now);
            case TURN -> loops.get(id).turn(now);
            case LOOK -> look(id);
        }
    }

    private Loop loopOf(int run) {
        return loops.get(scenario.size().loopOf(runs.shard(run)));
    }

    /** The runs of a second, and when each lump of them is to be claimed. */
    private void load(int second) {
        pace.nextSecond();
        long secondMicros = scenario.micros(second);
        occurrences.second(second, (job, dueMillis, exact) -> {
            int run = runs.take(job, Rules.shardOf(job), scenario.microsOfMillis(dueMillis), exact);
            int loop = scenario.size().loopOf(runs.shard(run));
            long claimAt = pace.plan(runs, run, loop, secondMicros);
            if (claimAt >= 0) {
                agenda.push(Math.max(now, claimAt), Agenda.Kind.CLAIM, run);
            }
            loaded++;
        });
    }

    /** A connection sends what it has taken. */
    void send(Transaction transaction, long at) {
        int id;
        if (freeTransactions.isEmpty()) {
            id = transactions.size();
            transactions.add(transaction);
        } else {
            id = freeTransactions.remove(freeTransactions.size() - 1);
            transactions.set(id, transaction);
        }
        long micros = transaction.storeMicros(costs);
        long done = transaction.lane.database.cores.serve(at + costs.networkMicros(), micros);
        agenda.push(done, Agenda.Kind.TRANSACTION, id);
    }

    private void goOn(int id) {
        Transaction transaction = transactions.get(id);
        if (transaction == null) {
            throw new IllegalStateException("no transaction " + id);
        }
        switch (transaction.step) {
            case IN_STORE -> {
                transaction.step = Transaction.Step.FLUSHING;
                long durable = transaction.lane.database.flush.commit(now);
                agenda.push(durable + costs.networkMicros(), Agenda.Kind.TRANSACTION, id);
            }
            case FLUSHING -> {
                transaction.step = Transaction.Step.ANSWERED;
                figures.commits.add(now, 1);
                figures.rows.add(now, transaction.rows());
                transaction.lane.answered(now);
                long done = transaction.lane.host.cores.serve(now, transaction.memberMicros(costs));
                agenda.push(done, Agenda.Kind.TRANSACTION, id);
            }
            case ANSWERED -> {
                transactions.set(id, null);
                freeTransactions.add(id);
                for (Batch batch : transaction.batches) {
                    batch.loop.durable(batch, now);
                }
            }
        }
    }

    /** A start is durable: the assignment leaves, the handler is called, and some time later its result comes. */
    void started(int run, long at) {
        long called = scenario.size().oneMachine()
                ? hosts.get(0).cores.serve(at, Math.round(costs.worker())) + costs.networkMicros()
                : at + Math.round(costs.worker()) + costs.networkMicros();
        figures.attempts.add(called, 1);
        if (runs.failures[run] == 0) {
            figures.startedFirst(runs.dueMicros[run], called, runs.exact[run]);
        }
        long ends = called + scenario.work().micros(random) + costs.networkMicros();
        agenda.push(ends, Agenda.Kind.END, run);
    }

    private void ended(int run) {
        Host gateway = hosts.get(runs.gateway[run]);
        gateway.release();
        runs.ending[run] = Runs.Ending.SUCCESS;
        if (scenario.work().fails(random)) {
            fail(run);
        }
        loopOf(run).reported(run, now);
        gateway.wake(now);
    }

    private void fail(int run) {
        Instant at = Instant.EPOCH.plusNanos(now * 1_000);
        RetryDecision decision =
                RetryPolicy.DEFAULT.decide(runs.failures[run], FailureKind.RETRYABLE, null, at, random.nextDouble());
        if (decision instanceof RetryDecision.RetryAt retry) {
            runs.ending[run] = Runs.Ending.RETRY;
            runs.eligibleMicros[run] =
                    Duration.between(Instant.EPOCH, retry.at()).toNanos() / 1_000;
            runs.failures[run]++;
            figures.retried();
        } else {
            runs.ending[run] = Runs.Ending.DEATH;
        }
    }

    /** A slot at another member, reserved; null if there is none. */
    @Nullable
    Host slotElsewhere(Host here) {
        for (int i = 1; i <= hosts.size(); i++) {
            Host next = hosts.get((borrowedLast + i) % hosts.size());
            if (next != here && next.reserve()) {
                borrowedLast = next.id;
                return next;
            }
        }
        return null;
    }

    /** Somebody has runs and nobody slots: members tell each other soon of those that become free. */
    void lookForSlots(long at) {
        if (!creditsAsked) {
            creditsAsked = true;
            agenda.push(at + costs.creditMicros(), Agenda.Kind.LOOK, CREDITS);
        }
    }

    private void look(int what) {
        switch (what) {
            case EVERY_SECOND -> {
                figures.workers.set(now, fleet.workers());
                figures.slotsTaken.set(now, slotsTaken());
                takenSinceLook += slotsTaken();
                secondsSinceLook++;
                agenda.push(now + MICROS, Agenda.Kind.LOOK, EVERY_SECOND);
            }
            case WORKERS_WANTED -> {
                long more = fleet.look(now, slotsWanted());
                if (more >= 0) {
                    agenda.push(more, Agenda.Kind.LOOK, WORKERS_COME);
                }
                agenda.push(now + scenario.workers().lookSeconds() * MICROS, Agenda.Kind.LOOK, WORKERS_WANTED);
            }
            case WORKERS_COME -> fleet.arrive(now);
            case CREDITS -> {
                creditsAsked = false;
                if (hosts.stream().anyMatch(host -> host.free() > 0)) {
                    hosts.forEach(host -> host.wake(now));
                } else if (readyRuns > 0) {
                    lookForSlots(now);
                }
            }
            default -> throw new IllegalStateException("nothing to look at: " + what);
        }
    }

    private int slotsTaken() {
        return hosts.stream().mapToInt(Host::taken).sum();
    }

    private double slotsWanted() {
        WorkerRule rule = scenario.workers();
        double meanSeconds = scenario.work().meanMicros() / MICROS;
        double taken = (double) takenSinceLook / Math.max(1, secondsSinceLook);
        takenSinceLook = 0;
        secondsSinceLook = 0;
        double present = taken + readyRuns * meanSeconds / rule.drainSeconds();
        return Math.max(present, rule.forecastSeconds() == 0 ? 0 : forecast(rule) * meanSeconds);
    }

    /** The most that is due in a second, on average over the time in which a peak is to be worked off. */
    private double forecast(WorkerRule rule) {
        int second = scenario.from() - Scenario.LEAD_SECONDS + (int) (now / MICROS);
        int end = Math.min(scenario.to(), second + rule.forecastSeconds());
        long window = 0;
        long most = 0;
        for (int at = Math.max(scenario.from(), second); at < end; at++) {
            window += occurrences.dueIn(at);
            int gone = at - rule.drainSeconds();
            window -= gone >= Math.max(scenario.from(), second) ? occurrences.dueIn(gone) : 0;
            most = Math.max(most, window);
        }
        return (double) most / rule.drainSeconds();
    }
}
