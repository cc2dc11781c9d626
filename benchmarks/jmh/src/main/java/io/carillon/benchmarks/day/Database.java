package io.carillon.benchmarks.day;

/** One PostgreSQL: its cores, and its log. */
final class Database {

    final Cores cores;
    final Flush flush;

    Database(Cores cores, Flush flush) {
        this.cores = cores;
        this.flush = flush;
    }
}
