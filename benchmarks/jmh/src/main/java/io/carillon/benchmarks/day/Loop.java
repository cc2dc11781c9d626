package io.carillon.benchmarks.day;

import io.carillon.domain.dispatch.Capability;
import io.carillon.domain.dispatch.FairOrder;
import io.carillon.domain.dispatch.ReadyEntry;
import io.carillon.domain.wheel.TimingWheel;
import io.carillon.engine.shard.LoopBounds;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * A shard loop: the product's wheel and ready order, and its bounds on what is under way. A turn takes in what has come,
 * hands out what is ready as far as slots go, and sends what is to be written.
 */
final class Loop {

    private static final Capability CAPABILITY = new Capability(Rules.POOL, Rules.HANDLER);
    private static final LoopBounds BOUNDS = LoopBounds.DEFAULT;
    private static final int ALARMS_A_TURN = 20_000;
    private static final int OWNERS = 1_000;
    private static final String[] OWNER_NAMES = ownerNames();
    private static final int URGENT_PRIORITY = 8;
    private static final long NEVER = Long.MAX_VALUE;

    final int id;
    final Host host;

    private final Simulation simulation;
    private final Runs runs;
    private final Costs costs;
    private final FairOrder<Integer> ready = new FairOrder<>(FairOrder.AGING_DEFAULT);
    private final TimingWheel<Integer> wheel = new TimingWheel<>(0);

    /** By database: starts, and results as complements. */
    private final IntList[] moves;

    private final int[] moveBatchesUnderWay;
    private int movesWaiting;

    /** By shard. */
    private final IntList[] claims;

    private final boolean[] claimsUnderWay;
    private final Deque<Integer> shardsToClaim = new ArrayDeque<>();
    private int claimBatchesUnderWay;

    private double workMicros;
    private long busyUntil;
    private long turnAt = NEVER;
    private long now;

    Loop(Simulation simulation, int id, Host host, Size size) {
        this.simulation = simulation;
        this.id = id;
        this.host = host;
        this.runs = simulation.runs;
        this.costs = simulation.scenario.costs();
        this.moves = new IntList[size.databases()];
        Arrays.setAll(moves, database -> new IntList());
        this.moveBatchesUnderWay = new int[size.databases()];
        this.claims = new IntList[256];
        Arrays.setAll(claims, shard -> new IntList());
        this.claimsUnderWay = new boolean[256];
    }

    /** Due and not handed out. */
    int ready() {
        return ready.size();
    }

    /** A lump is to be claimed now. */
    void claim(int firstRun, long at) {
        for (int run = firstRun; run != Runs.NONE; run = runs.next[run]) {
            int shard = runs.shard(run);
            if (claims[shard].size() == 0 && !claimsUnderWay[shard]) {
                shardsToClaim.add(shard);
            }
            claims[shard].add(run);
            workMicros += costs.loopShare() * costs.claimMember();
        }
        wake(at);
    }

    /** Another member's gateway has a slot for this run. */
    void asked(int run, long at) {
        start(run);
        wake(at);
    }

    /** The worker's word has come. */
    void reported(int run, long at) {
        move(run, ~run, costs.finishMember());
        wake(at);
    }

    /** A batch is durable. */
    void durable(Batch batch, long at) {
        if (batch.isClaims()) {
            claimBatchesUnderWay--;
            claimsUnderWay[batch.shard] = false;
            if (claims[batch.shard].size() > 0) {
                shardsToClaim.add(batch.shard);
            }
            for (int i = 0; i < batch.size(); i++) {
                simulation.figures.claimed(runs.dueMicros[batch.row(i)], at);
                wheel.schedule(batch.row(i), runs.dueMicros[batch.row(i)]);
            }
        } else {
            moveBatchesUnderWay[simulation.scenario.size().databaseOf(runs.shard(runOf(batch.row(0))))]--;
            for (int i = 0; i < batch.size(); i++) {
                if (batch.row(i) >= 0) {
                    simulation.started(batch.row(i), at);
                } else {
                    ended(~batch.row(i), at);
                }
            }
        }
        wake(at);
    }

    private void ended(int run, long at) {
        if (runs.ending[run] == Runs.Ending.RETRY) {
            wheel.schedule(run, runs.eligibleMicros[run]);
        } else {
            simulation.figures.ended(runs.ending[run], at);
            runs.release(run);
        }
    }

    /** Asks for a turn; the thread takes one at a time. */
    void wake(long at) {
        long next = Math.max(at, busyUntil);
        if (next < turnAt) {
            turnAt = next;
            simulation.agenda.push(next, Agenda.Kind.TURN, id);
        }
    }

    void turn(long at) {
        if (at != turnAt) {
            return;
        }
        turnAt = NEVER;
        now = at;
        wheel.advance(now, ALARMS_A_TURN, this::due);
        dispatch();
        flushMoves();
        flushClaims();
        busyUntil = host.cores.serve(now, costs.turn() + Math.round(workMicros));
        workMicros = 0;
        long next = wheel.nextDeadlineMicros();
        if (next != Long.MAX_VALUE && next <= Agenda.MICROS_MAX) {
            wake(Math.max(next, now));
        }
    }

    private void due(int run) {
        // What the order would hand out next is not put into it: nearly all runs, as long as nothing waits.
        if (ready.size() == 0 && room() > 0 && host.reserve()) {
            runs.gateway[run] = (byte) host.id;
            start(run);
            return;
        }
        int owner = Math.floorMod(runs.job[run] * 0x9E37_79B9, OWNERS);
        int priority = runs.job[run] % 10 == 0 ? URGENT_PRIORITY : ReadyEntry.PRIORITY_DEFAULT;
        ready.add(new ReadyEntry<>(run, OWNER_NAMES[owner], CAPABILITY, priority, runs.eligibleMicros[run], now));
        simulation.readyRuns++;
    }

    private void dispatch() {
        int room = room();
        while (room > 0 && ready.size() > 0) {
            Host gateway = host.reserve() ? host : simulation.slotElsewhere(host);
            if (gateway == null) {
                simulation.lookForSlots(now);
                return;
            }
            ReadyEntry<Integer> next = ready.poll(CAPABILITY, owner -> true);
            if (next == null) {
                throw new IllegalStateException("nothing ready where something was");
            }
            int run = next.key();
            simulation.readyRuns--;
            runs.gateway[run] = (byte) gateway.id;
            if (gateway == host) {
                start(run);
            } else {
                workMicros += costs.handOff();
                gateway.cores.serve(now, Math.round(costs.handOff()));
                simulation.agenda.push(now + 2 * costs.networkMicros(), Agenda.Kind.ASKED, run);
            }
            room--;
        }
    }

    private int room() {
        return BOUNDS.batchMax() * (BOUNDS.runBatchesOutstandingMax() + 1) - movesWaiting;
    }

    private void start(int run) {
        move(run, run, costs.startMember());
    }

    private void move(int run, int row, double memberMicros) {
        moves[simulation.scenario.size().databaseOf(runs.shard(run))].add(row);
        movesWaiting++;
        workMicros += costs.loopShare() * memberMicros;
    }

    private void flushMoves() {
        for (int database = 0; database < moves.length; database++) {
            while (moves[database].size() > 0 && moveBatchesUnderWay[database] < BOUNDS.runBatchesOutstandingMax()) {
                Batch batch = new Batch(this, -1, moves[database].take(BOUNDS.batchMax()));
                movesWaiting -= batch.size();
                moveBatchesUnderWay[database]++;
                host.runLanes.get(database).offer(batch, now);
            }
        }
    }

    private void flushClaims() {
        while (!shardsToClaim.isEmpty() && claimBatchesUnderWay < BOUNDS.jobBatchesOutstandingMax()) {
            int shard = shardsToClaim.remove();
            claimBatchesUnderWay++;
            claimsUnderWay[shard] = true;
            Batch batch = new Batch(this, shard, claims[shard].take(BOUNDS.batchMax()));
            host.claimLanes.get(simulation.scenario.size().databaseOf(shard)).offer(batch, now);
        }
    }

    private static int runOf(int row) {
        return row < 0 ? ~row : row;
    }

    private static String[] ownerNames() {
        String[] names = new String[OWNERS];
        Arrays.setAll(names, i -> "owner-" + i);
        return names;
    }
}
