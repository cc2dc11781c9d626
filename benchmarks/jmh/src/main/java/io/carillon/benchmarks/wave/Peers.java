package io.carillon.benchmarks.wave;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Carillon beside other schedulers: the same work on the same PostgreSQL process, one after the other, pair after pair. Each turn
 * has new processes and a new database. {@link PeerOptions} says what can be chosen.
 */
public final class Peers {

    private final PeerOptions options;
    private final Database database;
    private final MachineClock clock = new MachineClock();
    private final Map<Entrant, Double> createRates = new EnumMap<>(Entrant.class);
    private final List<Figures> found = new ArrayList<>();

    private Peers(PeerOptions options, Database database) {
        this.options = options;
        this.database = database;
    }

    public static void main(String[] args) throws Exception {
        PeerOptions options = Measurement.options(() -> PeerOptions.parse(args));
        Measurement.begin(options, options.dir());
        try (Database database = Database.start(options.dir())) {
            new Peers(options, database).compare();
        } catch (InterruptedException e) {
            Terminal.print("stopped");
        }
    }

    private void compare() throws InterruptedException, SQLException, IOException {
        Path figures = options.dir().resolve("peers.tsv");
        Files.writeString(figures, Figures.COLUMNS + "\n");
        for (int pair = 1; pair <= options.pairs(); pair++) {
            for (Entrant entrant : order(pair)) {
                for (Figures turn : turn(pair, entrant)) {
                    found.add(turn);
                    Files.writeString(figures, turn.toTsv() + "\n", StandardOpenOption.APPEND);
                }
            }
            report(pair);
        }
    }

    /** Back and forth, so that a machine that grows faster or slower favours nobody. */
    private List<Entrant> order(int pair) {
        List<Entrant> order = new ArrayList<>(options.entrants());
        if (pair % 2 == 0) {
            Collections.reverse(order);
        }
        return order;
    }

    private List<Figures> turn(int pair, Entrant entrant) throws InterruptedException, SQLException, IOException {
        database.checkpoint();
        try (Contestant contestant = entrant == Entrant.CARILLON
                ? new CarillonContestant(options, database, clock)
                : new PeerContestant(entrant, options, database)) {
            return new Turn(pair, entrant, contestant, clock, createRates).measure(options);
        }
    }

    private void report(int pair) throws IOException {
        Comparison comparison = new Comparison(found);
        Terminal.print("after pair %d of %d:", pair, options.pairs());
        comparison.tables().forEach(line -> Terminal.print(line));
        comparison
                .ratio()
                .ifPresent(ratio -> Terminal.print(
                        "Carillon / db-scheduler's better strategy, pair by pair: median %.2f, least %.2f, most %.2f",
                        ratio.median(), ratio.least(), ratio.most()));
        for (Map.Entry<String, String> chart : comparison.charts().entrySet()) {
            Path file = options.dir().resolve(chart.getKey());
            Files.writeString(file, chart.getValue());
            Terminal.print("written: " + file);
        }
    }
}
