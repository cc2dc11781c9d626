package io.carillon.benchmarks.wave;

import io.carillon.persistence.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Another scheduler, in the process that the peers' jar has for it. */
final class PeerContestant implements Contestant {

    private static final String DATABASE = "peer";
    private static final String MAIN = "io.carillon.benchmarks.peers.PeerProcess";
    private static final Duration CREATE_TIMEOUT = Duration.ofMinutes(5);

    private final Entrant entrant;
    private final Path dir;
    private final Database database;
    private final Child process;
    private final Connection look;

    /** Returns when it is at work. */
    PeerContestant(Entrant entrant, PeerOptions options, Database database)
            throws IOException, SQLException, InterruptedException {
        this.entrant = entrant;
        this.dir = options.dir();
        this.database = database;
        database.makeEmpty(DATABASE);
        this.look = database.connect(DATABASE);
        this.process = start(entrant, options, database.postgres());
        try {
            process.ask("ready");
        } catch (InterruptedException | RuntimeException e) {
            close();
            throw e;
        }
    }

    @Override
    public void create(int jobs, Instant first, Duration step) throws InterruptedException {
        process.ask(
                "create " + jobs + " " + ChronoUnit.MICROS.between(Instant.EPOCH, first) + " " + step.toNanos() / 1_000,
                CREATE_TIMEOUT);
    }

    @Override
    public int handled() throws InterruptedException {
        return Integer.parseInt(process.ask("count"));
    }

    @Override
    public boolean nothingLeft() throws SQLException {
        try (Statement statement = look.createStatement();
                ResultSet row = statement.executeQuery(entrant.somethingLeft())) {
            row.next();
            return !row.getBoolean(1);
        }
    }

    @Override
    public Lateness report() throws InterruptedException, IOException {
        Path file = dir.resolve(entrant.label() + "-calls.txt");
        process.ask("report " + file);
        List<Lateness.Call> calls = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            String[] fields = line.split(" ", -1);
            long dueMicros = Long.parseLong(fields[1]);
            calls.add(new Lateness.Call(
                    entrant.label(),
                    new UUID(0, Long.parseLong(fields[0])),
                    Instant.EPOCH.plus(dueMicros, ChronoUnit.MICROS),
                    Long.parseLong(fields[2]) - dueMicros));
        }
        return Lateness.of(calls);
    }

    @Override
    public Cpu cpu() {
        return new Cpu(CpuTimes.ofProcess(process.pid()), 0, database.cpuSeconds());
    }

    @Override
    public void vacuum() throws SQLException {
        database.vacuum(DATABASE);
    }

    @Override
    public void requireAlive() {
        process.requireAlive();
    }

    @Override
    public void close() {
        process.close();
        try {
            look.close();
        } catch (SQLException e) {
            Terminal.print("not closed: " + e);
        }
    }

    private static Child start(Entrant entrant, PeerOptions options, EmbeddedPostgres postgres) throws IOException {
        List<String> arguments = new ArrayList<>(options.peerJvm());
        arguments.addAll(List.of(
                "-cp",
                options.peersJar().toString(),
                MAIN,
                entrant.label(),
                postgres.jdbcUrl(DATABASE),
                postgres.username(),
                postgres.password(),
                options.settings(entrant)));
        return Child.start(entrant.label(), options.dir(), arguments);
    }
}
