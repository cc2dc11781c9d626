package io.carillon.benchmarks.wave;

import io.carillon.persistence.embedded.EmbeddedPostgres;
import io.carillon.persistence.embedded.EmbeddedPostgresSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** The measurement's PostgreSQL, with fsync and synchronous_commit on. Its programs are kept between measurements. */
final class Database implements AutoCloseable {

    private final EmbeddedPostgres postgres;
    private final long pid;

    private Database(EmbeddedPostgres postgres, long pid) {
        this.postgres = postgres;
        this.pid = pid;
    }

    static Database start(Path dir) throws IOException {
        EmbeddedPostgresSettings settings = EmbeddedPostgresSettings.in(dir.resolve("postgres"));
        EmbeddedPostgres postgres = EmbeddedPostgres.start(settings);
        Path pidFile = settings.dir().resolve("data").resolve("postmaster.pid");
        return new Database(
                postgres, Long.parseLong(Files.readAllLines(pidFile).get(0).strip()));
    }

    EmbeddedPostgres postgres() {
        return postgres;
    }

    /** Drops what an earlier measurement has left. */
    void makeEmpty(String name) throws SQLException {
        execute("postgres", "DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
        postgres.createDatabase(name);
    }

    Connection connect(String name) throws SQLException {
        return DriverManager.getConnection(postgres.jdbcUrl(name), postgres.username(), postgres.password());
    }

    /** Writes out what earlier work has left dirty. */
    void checkpoint() throws SQLException {
        execute("postgres", "CHECKPOINT");
    }

    void vacuum(String name) throws SQLException {
        execute(name, "VACUUM (ANALYZE)");
    }

    double cpuSeconds() {
        return CpuTimes.ofFamily(pid);
    }

    @Override
    public void close() {
        postgres.close();
    }

    private void execute(String name, String sql) throws SQLException {
        try (Connection connection = connect(name);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
