package io.carillon.benchmarks.day;

/** Rows that a loop has sent to the store together: claims of one shard, or starts and results of any. */
final class Batch {

    final Loop loop;
    /** Of claims; -1 for starts and results. */
    final int shard;

    /** Numbers of runs; a result is the complement of its run's. */
    private final int[] rows;

    private final int finishes;

    Batch(Loop loop, int shard, int[] rows) {
        this.loop = loop;
        this.shard = shard;
        this.rows = rows;
        int results = 0;
        for (int row : rows) {
            results += row < 0 ? 1 : 0;
        }
        this.finishes = results;
    }

    boolean isClaims() {
        return shard >= 0;
    }

    int size() {
        return rows.length;
    }

    int row(int n) {
        return rows[n];
    }

    private int starts() {
        return rows.length - finishes;
    }

    double storeMicros(Costs costs) {
        return isClaims()
                ? rows.length * costs.claimStore()
                : starts() * costs.startStore() + finishes * costs.finishStore();
    }

    double memberMicros(Costs costs) {
        return isClaims()
                ? rows.length * costs.claimMember()
                : starts() * costs.startMember() + finishes * costs.finishMember();
    }
}
