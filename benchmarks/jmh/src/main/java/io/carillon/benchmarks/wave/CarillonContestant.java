package io.carillon.benchmarks.wave;

import io.carillon.client.JobRequest;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;

/** A member and a worker; the client is this program. */
final class CarillonContestant implements Contestant {

    private final Database database;
    private final Stand stand;
    private final Connection look;

    CarillonContestant(PeerOptions options, Database database, MachineClock clock)
            throws IOException, SQLException, InterruptedException {
        this.database = database;
        this.stand = new Stand(options.carillon(), database, clock);
        try {
            this.look = database.connect(Stand.DATABASE);
        } catch (SQLException e) {
            stand.close();
            throw e;
        }
    }

    @Override
    public void create(int jobs, Instant first, Duration step) {
        stand.client()
                .createJobs(
                        IntStream.range(0, jobs)
                                .mapToObj(number -> JobRequest.named("wave")
                                        .handler(WaveWorker.HANDLER)
                                        .oneOff(first.plus(step.multipliedBy(number)))
                                        .payload("{\"n\":" + number + "}")
                                        .build())
                                .iterator(),
                        result -> result.orThrow());
    }

    @Override
    public int handled() throws InterruptedException {
        return stand.handled(WaveWorker.HANDLER);
    }

    @Override
    public boolean nothingLeft() throws SQLException {
        try (Statement statement = look.createStatement();
                ResultSet row = statement.executeQuery(Entrant.CARILLON.somethingLeft())) {
            row.next();
            return !row.getBoolean(1);
        }
    }

    @Override
    public Lateness report() throws InterruptedException, IOException {
        return Lateness.of(stand.calls());
    }

    @Override
    public Cpu cpu() {
        return stand.cpu();
    }

    @Override
    public void vacuum() throws SQLException {
        database.vacuum(Stand.DATABASE);
    }

    @Override
    public void requireAlive() {
        stand.requireAlive();
    }

    @Override
    public void close() {
        try {
            look.close();
        } catch (SQLException e) {
            Terminal.print("not closed: " + e);
        }
        stand.close();
    }
}
