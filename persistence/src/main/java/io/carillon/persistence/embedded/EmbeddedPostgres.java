package io.carillon.persistence.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A PostgreSQL server of our own on 127.0.0.1, whose data outlives it.
 *
 * <p>It runs as a process of its own, detached from the terminal: if the member is killed, it goes on, and the next start
 * on the same folder adopts it. A folder is used by one process at a time.
 */
public final class EmbeddedPostgres implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedPostgres.class);
    private static final String DATABASE = "carillon";
    private static final int FREE_PORT_TRIES = 5;

    private final PostgresServer server;
    private final FolderLock lock;
    private final int port;
    private final boolean adopted;
    private final Duration startTimeout;
    private boolean wanted = true;

    private EmbeddedPostgres(PostgresServer server, FolderLock lock, int port, boolean adopted, Duration startTimeout) {
        this.server = server;
        this.startTimeout = startTimeout;
        this.lock = lock;
        this.port = port;
        this.adopted = adopted;
    }

    /**
     * Starts the server, or adopts the one that an earlier process left running; waits until it answers.
     *
     * @throws EmbeddedPostgresException with one line that says what is wrong and what to do
     */
    public static EmbeddedPostgres start(EmbeddedPostgresSettings settings) {
        DataDirectory directory = DataDirectory.open(settings.dir());
        FolderLock lock = FolderLock.take(directory.lockFile());
        try {
            PostgresServer server = prepare(settings, directory);
            Optional<Integer> running = adopt(server, settings);
            int port = running.isPresent() ? running.get() : startNew(server, settings);
            EmbeddedPostgres embedded =
                    new EmbeddedPostgres(server, lock, port, running.isPresent(), settings.startTimeout());
            embedded.createDatabase(DATABASE);
            LOG.info(
                    "embedded PostgreSQL ready port={} dir={} account=\"{}\" adopted={}",
                    port,
                    settings.dir(),
                    server.account().name(),
                    embedded.adopted);
            return embedded;
        } catch (RuntimeException e) {
            lock.release();
            throw e;
        }
    }

    public String jdbcUrl() {
        return jdbcUrl(DATABASE);
    }

    public String jdbcUrl(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
    }

    public String username() {
        return DataDirectory.SUPERUSER;
    }

    public String password() {
        return server.directory().password();
    }

    public int port() {
        return port;
    }

    /** True if the server had been running before. */
    public boolean adopted() {
        return adopted;
    }

    /** Makes a database unless it exists. */
    public void createDatabase(String name) {
        createDatabase(name, "template1");
    }

    /** Makes a database as a copy of another, unless it exists. Nobody may be connected to the other. */
    public void createDatabase(String name, String template) {
        try (Connection connection = server.connect("postgres", port);
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SELECT 1 FROM pg_database WHERE datname = '" + name + "'")) {
            if (!found.next()) {
                statement.execute("CREATE DATABASE " + name + " TEMPLATE " + template);
            }
        } catch (SQLException e) {
            throw new EmbeddedPostgresException("cannot make database " + name + ": " + e.getMessage(), e);
        }
    }

    /**
     * Starts the server again, on its port, if it has died; it recovers from its log. Does nothing once it was closed.
     *
     * @return true if it had to be started
     * @throws EmbeddedPostgresException if it does not start now; processes that it has left behind may still be ending
     */
    public synchronized boolean revive() {
        if (!wanted || server.running().isPresent()) {
            return false;
        }
        LOG.warn(
                "embedded PostgreSQL has died, starting it again dir={}",
                server.directory().data());
        removeMisleading(server);
        server.start(port, startTimeout);
        LOG.info("embedded PostgreSQL ready again port={}", port);
        return true;
    }

    /** Ends all sessions, writes everything out, and ends. */
    @Override
    public void close() {
        stop("fast");
    }

    /** Ends at once; the next start recovers from the log. */
    public void stopImmediately() {
        stop("immediate");
    }

    /** Kills every process of the server, as a crash of the machine would. For tests. */
    public synchronized void kill() {
        wanted = false;
        try {
            server.kill();
        } finally {
            lock.release();
        }
    }

    /** Leaves the server running, as the death of this process would. */
    synchronized void abandon() {
        wanted = false;
        lock.release();
    }

    private synchronized void stop(String mode) {
        wanted = false;
        try {
            server.stop(mode);
            LOG.info("embedded PostgreSQL stopped mode={}", mode);
        } finally {
            lock.release();
        }
    }

    private static PostgresServer prepare(EmbeddedPostgresSettings settings, DataDirectory directory) {
        PostgresPrograms programs = PostgresPrograms.unpacked(settings.binaries());
        boolean made = directory.initialized();
        if (made) {
            directory.requireVersion(programs.majorVersion());
        }
        ServerAccount account = directory.account(programs);
        if (!made) {
            directory.initialize(programs, account);
        }
        return new PostgresServer(directory, programs, account);
    }

    /** The port of the server that runs on this data already, if it is of use; else it is stopped. */
    private static Optional<Integer> adopt(PostgresServer server, EmbeddedPostgresSettings settings) {
        if (server.running().isEmpty()) {
            removeMisleading(server);
            return Optional.empty();
        }
        Optional<Integer> usable = server.awaitReady(settings.startTimeout())
                .map(PostmasterFile::port)
                .filter(port -> settings.port() == 0 || settings.port() == port)
                .filter(server::answers);
        if (usable.isEmpty()) {
            LOG.warn("embedded PostgreSQL runs but cannot be adopted, restarting it dir={}", settings.dir());
            server.stop("fast");
        }
        return usable;
    }

    /**
     * PostgreSQL removes the file of a dead server itself, and its other contents guard the data meanwhile. But it is taken
     * in when another program has got the dead one's number, as happens when a container starts again.
     */
    private static void removeMisleading(PostgresServer server) {
        boolean misleading = PostmasterFile.read(server.directory().data())
                .flatMap(PostmasterFile::process)
                .filter(ProcessHandle::isAlive)
                .isPresent();
        if (!misleading) {
            return;
        }
        try {
            Files.deleteIfExists(server.directory().data().resolve("postmaster.pid"));
        } catch (IOException e) {
            throw new EmbeddedPostgresException(
                    "cannot remove the stale postmaster.pid in "
                            + server.directory().data(),
                    e);
        }
    }

    private static int startNew(PostgresServer server, EmbeddedPostgresSettings settings) {
        if (settings.port() != 0) {
            if (!LoopbackPort.isFree(settings.port())) {
                throw new EmbeddedPostgresException("port " + settings.port()
                        + " is taken by another program: stop it, or give the embedded PostgreSQL another port");
            }
            server.start(settings.port(), settings.startTimeout());
            return settings.port();
        }
        for (int attempt = 1; ; attempt++) {
            int port = LoopbackPort.anyFree();
            try {
                server.start(port, settings.startTimeout());
                return port;
            } catch (EmbeddedPostgresException e) {
                // Another program may have taken the port between our look and the start.
                if (attempt == FREE_PORT_TRIES || LoopbackPort.isFree(port)) {
                    throw e;
                }
            }
        }
    }
}
