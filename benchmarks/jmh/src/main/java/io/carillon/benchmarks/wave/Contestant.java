package io.carillon.benchmarks.wave;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;

/** A scheduler at work on a database of its own, each of its parts a process. */
interface Contestant extends AutoCloseable {

    /** Makes jobs durable, the first due at an instant, each next one a step later; returns when all are. */
    void create(int jobs, Instant first, Duration step) throws InterruptedException;

    /** Calls of the handler since the last report. */
    int handled() throws InterruptedException;

    /** Whether the database has nothing left to do of what was handled. */
    boolean nothingLeft() throws SQLException;

    /** What the handlers have seen since the last report. */
    Lateness report() throws InterruptedException, IOException;

    /** Of a peer, whose handlers run in its one process, nothing is the worker's. */
    Cpu cpu();

    /** After creation: the planner shall know the tables, and nobody gain or lose by when autovacuum comes round. */
    void vacuum() throws SQLException;

    /** @throws IllegalStateException if a process has ended */
    void requireAlive();

    @Override
    void close();
}
