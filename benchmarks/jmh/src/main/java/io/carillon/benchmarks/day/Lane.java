package io.carillon.benchmarks.day;

import io.carillon.persistence.jdbc.StoreSettings;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * A member's writers for one kind of rows and one database: as many transactions at once as the product has connections for
 * it, each with what waits when a writer is free, up to the product's bound.
 */
final class Lane {

    private static final StoreSettings SETTINGS = StoreSettings.of("", "", "");
    private static final long NEVER = -1;

    final int id;
    final Host host;
    final Database database;
    final boolean claims;

    private final Simulation simulation;
    private final ArrayDeque<Batch> waiting = new ArrayDeque<>();
    private final Gathering gathering;
    private int waitingRows;
    private int idleWriters = SETTINGS.writers();
    private long gatheringUntil = NEVER;

    Lane(Simulation simulation, int id, Host host, Database database, boolean claims) {
        this.simulation = simulation;
        this.id = id;
        this.host = host;
        this.database = database;
        this.claims = claims;
        this.gathering = new Gathering(claims ? 0 : SETTINGS.runLinger().toNanos() / 1_000);
    }

    void offer(Batch batch, long now) {
        waiting.add(batch);
        waitingRows += batch.size();
        if (gatheringUntil == NEVER) {
            begin(now);
        } else if (waitingRows >= SETTINGS.batchRowsMax()) {
            take(now);
        }
    }

    /** The time to wait for more is over, unless it was cut short before. */
    void gathered(long now) {
        if (gatheringUntil == now) {
            take(now);
        }
    }

    /** A writer has its answer. */
    void answered(long now) {
        idleWriters++;
        if (gatheringUntil == NEVER) {
            begin(now);
        }
    }

    private void begin(long now) {
        if (waiting.isEmpty() || idleWriters == 0) {
            return;
        }
        long wait = waitingRows >= SETTINGS.batchRowsMax() ? 0 : gathering.waitMicros(now);
        if (wait == 0) {
            take(now);
        } else {
            gatheringUntil = now + wait;
            simulation.agenda.push(gatheringUntil, Agenda.Kind.GATHERED, id);
        }
    }

    private void take(long now) {
        gatheringUntil = NEVER;
        List<Batch> batches = new ArrayList<>();
        int rows = 0;
        while (!waiting.isEmpty()
                && (batches.isEmpty() || rows + waiting.getFirst().size() <= SETTINGS.batchRowsMax())) {
            Batch next = waiting.removeFirst();
            rows += next.size();
            batches.add(next);
        }
        waitingRows -= rows;
        idleWriters--;
        gathering.taken(rows, now);
        simulation.send(new Transaction(this, batches), now);
        begin(now);
    }
}
