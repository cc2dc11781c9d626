package io.carillon.app.verify;

import io.carillon.persistence.embedded.EmbeddedPostgres;
import io.carillon.persistence.embedded.EmbeddedPostgresException;
import io.carillon.persistence.embedded.EmbeddedPostgresSettings;
import io.carillon.verify.cluster.ClusterException;
import io.carillon.verify.cluster.StoreServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The PostgreSQL that the program brings, for a cluster that is verified. */
final class EmbeddedStore implements StoreServer {

    private final Path dir;
    private final int port;
    private final String password;
    private EmbeddedPostgres server;
    private boolean up = true;

    private EmbeddedStore(Path dir, EmbeddedPostgres server) {
        this.dir = dir;
        this.server = server;
        this.port = server.port();
        this.password = server.password();
    }

    static EmbeddedStore create(Path dir) {
        return new EmbeddedStore(dir, started(dir, 0));
    }

    @Override
    public synchronized void start() {
        server = started(dir, port);
        up = true;
    }

    @Override
    public synchronized void stop() {
        up = false;
        server.close();
    }

    @Override
    public synchronized void kill() {
        up = false;
        server.kill();
    }

    @Override
    public List<Long> processIds() {
        Path file = dir.resolve("data/postmaster.pid");
        try (Stream<String> lines = Files.lines(file)) {
            Optional<ProcessHandle> postmaster =
                    lines.findFirst().map(String::strip).map(Long::parseLong).flatMap(ProcessHandle::of);
            List<Long> processes = new ArrayList<>();
            postmaster.ifPresent(process -> {
                processes.add(process.pid());
                process.descendants().map(ProcessHandle::pid).forEach(processes::add);
            });
            return processes;
        } catch (IOException e) {
            // It is down.
            return List.of();
        }
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public List<String> memberSettings(int relayPort) {
        return List.of(
                "--spring.datasource.url=jdbc:postgresql://127.0.0.1:" + relayPort + "/carillon",
                "--spring.datasource.username=" + server.username(),
                "--spring.datasource.password=" + password);
    }

    @Override
    public void execute(String sql) {
        try (Connection connection = DriverManager.getConnection(server.jdbcUrl(), server.username(), password);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new ClusterException("PostgreSQL refuses " + sql + ": " + e.getMessage(), e);
        }
    }

    /** Also of processes that stand still. */
    @Override
    public synchronized void close() {
        if (up) {
            kill();
        }
    }

    private static EmbeddedPostgres started(Path dir, int port) {
        try {
            return EmbeddedPostgres.start(EmbeddedPostgresSettings.in(dir).withPort(port));
        } catch (EmbeddedPostgresException e) {
            throw new ClusterException(String.valueOf(e.getMessage()), e);
        }
    }
}
