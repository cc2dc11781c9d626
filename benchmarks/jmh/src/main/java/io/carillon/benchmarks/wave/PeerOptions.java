package io.carillon.benchmarks.wave;

import io.carillon.benchmarks.options.NamedOptions;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What to compare.
 *
 * @param pairs rounds in which each entrant has one turn
 * @param entrants in order of their turns; every second round goes the other way
 * @param runs jobs of a wave of Carillon and db-scheduler
 * @param jobrunrRuns likewise of JobRunr, which would take long over as many
 * @param quartzRuns likewise of Quartz
 * @param warmUps waves before the one that counts, in each turn
 * @param rates jobs a second, one measurement of lateness each, after the wave; may be none
 * @param seconds how long each rate is kept up
 * @param changes of settings of the peers, by label: {@code name=number} with commas between
 * @param peersJar with the peers' processes
 * @param peerJvm options of a peer's JVM
 * @param carillon options of member and worker
 * @param dir where data, logs, figures and plots go
 */
record PeerOptions(
        int pairs,
        List<Entrant> entrants,
        int runs,
        int jobrunrRuns,
        int quartzRuns,
        int warmUps,
        List<Integer> rates,
        int seconds,
        Map<String, String> changes,
        Path peersJar,
        List<String> peerJvm,
        WaveOptions carillon,
        Path dir) {

    private static final NamedOptions OPTIONS = NamedOptions.of("Peers", """
            pairs=5
            entrants=carillon,lock-and-fetch,fetch,jobrunr,quartz
            runs=20000
            jobrunr-runs=5000
            quartz-runs=2000
            warm-ups=2
            rates=100,500
            seconds=20
            lock-and-fetch=
            fetch=
            jobrunr=
            quartz=
            peers-jar=benchmarks/peers/target/carillon-peers.jar
            peer-jvm=-Xmx2g
            slots=4000
            member-jar=grid-node/app/target/carillon-grid-node.jar
            member-jvm=-Xmx2g
            worker-jvm=-Xmx1g
            dir=benchmarks/jmh/target/peers
            """);

    private static final List<String> CARILLONS = List.of("slots", "member-jar", "member-jvm", "worker-jvm", "dir");

    PeerOptions {
        if (pairs < 1 || runs < 1 || jobrunrRuns < 1 || quartzRuns < 1 || seconds < 1) {
            throw new IllegalArgumentException("pairs, runs and seconds must be at least 1");
        }
        if (warmUps < 0 || entrants.isEmpty()) {
            throw new IllegalArgumentException("warm-ups must be at least 0, and somebody must be compared");
        }
        if (rates.stream().anyMatch(rate -> rate < 1)) {
            throw new IllegalArgumentException("a rate must be at least 1");
        }
        entrants = List.copyOf(entrants);
        rates = List.copyOf(rates);
        changes = Map.copyOf(changes);
        peersJar = peersJar.toAbsolutePath();
        peerJvm = List.copyOf(peerJvm);
        dir = dir.toAbsolutePath();
    }

    /** @throws IllegalArgumentException for an unknown or malformed option, with the usage */
    static PeerOptions parse(String[] args) {
        NamedOptions given = OPTIONS.given(args);
        Map<String, String> changes = new LinkedHashMap<>();
        for (Entrant entrant : Entrant.values()) {
            changes.put(entrant.label(), entrant == Entrant.CARILLON ? "" : given.text(entrant.label()));
        }
        return new PeerOptions(
                given.whole("pairs"),
                given.list("entrants", ",").stream().map(Entrant::named).toList(),
                given.whole("runs"),
                given.whole("jobrunr-runs"),
                given.whole("quartz-runs"),
                given.whole("warm-ups"),
                given.list("rates", ",").stream().map(Integer::valueOf).toList(),
                given.whole("seconds"),
                changes,
                Path.of(given.text("peers-jar")),
                given.list("peer-jvm", " "),
                WaveOptions.parse(CARILLONS.stream()
                        .map(name -> "--" + name + "=" + given.text(name))
                        .toArray(String[]::new)),
                Path.of(given.text("dir")));
    }

    int runs(Entrant entrant) {
        return switch (entrant) {
            case CARILLON, LOCK_AND_FETCH, FETCH -> runs;
            case JOBRUNR -> jobrunrRuns;
            case QUARTZ -> quartzRuns;
        };
    }

    String settings(Entrant entrant) {
        return changes.getOrDefault(entrant.label(), "");
    }
}
