package io.carillon.verify.cluster;

import java.util.List;

/**
 * The PostgreSQL of the cluster, a process of its own that outlives members. Not thread-safe but for {@link #processIds}.
 * Methods fail with an exception whose message is one line.
 */
public interface StoreServer extends AutoCloseable {

    /** On the same data and port as before. Returns when it answers. */
    void start();

    /** Writes everything out and ends. */
    void stop();

    /** kill -9 of all its processes. */
    void kill();

    /** Of every process it has now; none while it is down. */
    List<Long> processIds();

    /** On the loopback interface; the same over restarts. */
    int port();

    /** Of a member, so that it finds the database at another port, where a relay listens. */
    List<String> memberSettings(int relayPort);

    /** In the members' database. */
    void execute(String sql);

    /** Ends it and forgets it; the folder is the caller's. */
    @Override
    void close();
}
