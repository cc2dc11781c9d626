package io.carillon.benchmarks.wave;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

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

    private static final Map<String, String> DEFAULTS = defaults();
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
        Map<String, String> given = new LinkedHashMap<>(DEFAULTS);
        for (String arg : args) {
            int equals = arg.indexOf('=');
            String name = arg.startsWith("--") && equals > 0 ? arg.substring(2, equals) : "";
            if (!given.containsKey(name)) {
                throw new IllegalArgumentException("unknown option " + arg + "; " + usage());
            }
            given.put(name, arg.substring(equals + 1));
        }
        Map<String, String> changes = new LinkedHashMap<>();
        for (Entrant entrant : Entrant.values()) {
            changes.put(entrant.label(), given.getOrDefault(entrant.label(), ""));
        }
        return new PeerOptions(
                number(given, "pairs"),
                split(given, "entrants", ",").map(Entrant::named).toList(),
                number(given, "runs"),
                number(given, "jobrunr-runs"),
                number(given, "quartz-runs"),
                number(given, "warm-ups"),
                split(given, "rates", ",").map(Integer::valueOf).toList(),
                number(given, "seconds"),
                changes,
                Path.of(text(given, "peers-jar")),
                split(given, "peer-jvm", " ").toList(),
                WaveOptions.parse(CARILLONS.stream()
                        .map(name -> "--" + name + "=" + text(given, name))
                        .toArray(String[]::new)),
                Path.of(text(given, "dir")));
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

    private static Map<String, String> defaults() {
        Map<String, String> defaults = new LinkedHashMap<>();
        defaults.put("pairs", "5");
        defaults.put("entrants", "carillon,lock-and-fetch,fetch,jobrunr,quartz");
        defaults.put("runs", "20000");
        defaults.put("jobrunr-runs", "5000");
        defaults.put("quartz-runs", "2000");
        defaults.put("warm-ups", "2");
        defaults.put("rates", "100,500");
        defaults.put("seconds", "20");
        defaults.put("lock-and-fetch", "");
        defaults.put("fetch", "");
        defaults.put("jobrunr", "");
        defaults.put("quartz", "");
        defaults.put("peers-jar", "benchmarks/peers/target/carillon-peers.jar");
        defaults.put("peer-jvm", "-Xmx2g");
        defaults.put("slots", "4000");
        defaults.put("member-jar", "grid-node/app/target/carillon-grid-node.jar");
        defaults.put("member-jvm", "-Xmx2g");
        defaults.put("worker-jvm", "-Xmx1g");
        defaults.put("dir", "benchmarks/jmh/target/peers");
        return defaults;
    }

    private static String usage() {
        StringBuilder usage = new StringBuilder("usage: Peers");
        DEFAULTS.forEach((name, value) -> usage.append(" [--" + name + "=" + value + "]"));
        return usage.toString();
    }

    private static int number(Map<String, String> given, String name) {
        return Integer.parseInt(text(given, name));
    }

    private static Stream<String> split(Map<String, String> given, String name, String separator) {
        return Stream.of(text(given, name).split(separator, -1))
                .map(String::strip)
                .filter(part -> !part.isEmpty());
    }

    private static String text(Map<String, String> given, String name) {
        return given.getOrDefault(name, "");
    }
}
