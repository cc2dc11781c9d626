package io.carillon.benchmarks.day;

import java.util.List;

/** Batches that one connection writes together, and how far it has come. */
final class Transaction {

    final Lane lane;
    final List<Batch> batches;
    Step step = Step.IN_STORE;

    /** What it waits for. */
    enum Step {
        /** PostgreSQL's CPU. */
        IN_STORE,
        /** The log, and the answer's way back. */
        FLUSHING,
        /** The member's CPU for what follows. */
        ANSWERED
    }

    Transaction(Lane lane, List<Batch> batches) {
        this.lane = lane;
        this.batches = batches;
    }

    int rows() {
        int rows = 0;
        for (Batch batch : batches) {
            rows += batch.size();
        }
        return rows;
    }

    long storeMicros(Costs costs) {
        double micros = lane.claims ? costs.claimCommitStore() : costs.runCommitStore();
        for (Batch batch : batches) {
            micros += batch.storeMicros(costs);
        }
        return Math.round(micros);
    }

    /** What is left of the member's work when the answer has come. */
    long memberMicros(Costs costs) {
        double micros = lane.claims ? costs.claimCommitMember() : costs.runCommitMember();
        for (Batch batch : batches) {
            micros += (1 - costs.loopShare()) * batch.memberMicros(costs);
        }
        return Math.round(micros);
    }
}
