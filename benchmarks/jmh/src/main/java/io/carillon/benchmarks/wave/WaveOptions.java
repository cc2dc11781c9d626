package io.carillon.benchmarks.wave;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What to measure.
 *
 * @param runs one-offs of a wave, and rows of each floor
 * @param waves how often, one after the other on the same processes; the first ones warm them up
 * @param maxRunning the {@code max_running} of the waves' owner in every second wave; 0: none in any
 * @param flood runs of an owner beside whom another one waits, at the end; 0: none
 * @param rates one-offs a second, one measurement each, after the waves
 * @param seconds how long each rate is kept up
 * @param cronMinutes how long an every-second cron is watched at the end; 0: not at all
 * @param held runs that are held at once after that, doing nothing; 0: none
 * @param heldSeconds how long
 * @param floors also measure PostgreSQL alone, first
 * @param members of the grid, each with a worker of its own
 * @param slots of each worker
 * @param memberJar the executable member
 * @param memberJvm further options for the member's JVM, separated by spaces
 * @param workerJvm likewise for the worker's
 * @param dir where data and logs go
 */
record WaveOptions(
        int runs,
        int waves,
        int maxRunning,
        int flood,
        List<Integer> rates,
        int seconds,
        int cronMinutes,
        int held,
        int heldSeconds,
        boolean floors,
        int members,
        int slots,
        Path memberJar,
        List<String> memberJvm,
        List<String> workerJvm,
        Path dir) {

    private static final Map<String, String> DEFAULTS = defaults();

    WaveOptions {
        if (runs < 1 || seconds < 1 || members < 1 || slots < 1 || heldSeconds < 1) {
            throw new IllegalArgumentException("runs, seconds, members, slots and held-seconds must be at least 1");
        }
        if (waves < 0 || maxRunning < 0 || flood < 0 || cronMinutes < 0 || held < 0) {
            throw new IllegalArgumentException("waves, max-running, flood, cron-minutes and held must be at least 0");
        }
        if (rates.stream().anyMatch(rate -> rate < 1)) {
            throw new IllegalArgumentException("a rate must be at least 1");
        }
        rates = List.copyOf(rates);
        memberJvm = List.copyOf(memberJvm);
        workerJvm = List.copyOf(workerJvm);
        memberJar = memberJar.toAbsolutePath();
        dir = dir.toAbsolutePath();
    }

    /** @throws IllegalArgumentException for an unknown or malformed option, with the usage */
    static WaveOptions parse(String[] args) {
        Map<String, String> given = new LinkedHashMap<>(DEFAULTS);
        for (String arg : args) {
            int equals = arg.indexOf('=');
            String name = arg.startsWith("--") && equals > 0 ? arg.substring(2, equals) : "";
            if (!given.containsKey(name)) {
                throw new IllegalArgumentException("unknown option " + arg + "; " + usage());
            }
            given.put(name, arg.substring(equals + 1));
        }
        return new WaveOptions(
                Integer.parseInt(given.get("runs")),
                Integer.parseInt(given.get("waves")),
                Integer.parseInt(given.get("max-running")),
                Integer.parseInt(given.get("flood")),
                split(given, "rate", ",").map(Integer::valueOf).toList(),
                Integer.parseInt(given.get("seconds")),
                Integer.parseInt(given.get("cron-minutes")),
                Integer.parseInt(given.get("held")),
                Integer.parseInt(given.get("held-seconds")),
                Boolean.parseBoolean(given.get("floors")),
                Integer.parseInt(given.get("members")),
                Integer.parseInt(given.get("slots")),
                Path.of(given.get("member-jar")),
                split(given, "member-jvm", " ").toList(),
                split(given, "worker-jvm", " ").toList(),
                Path.of(given.get("dir")));
    }

    boolean needsGrid() {
        return waves > 0 || flood > 0 || !rates.isEmpty() || cronMinutes > 0 || held > 0;
    }

    private static Map<String, String> defaults() {
        Map<String, String> defaults = new LinkedHashMap<>();
        defaults.put("runs", "50000");
        defaults.put("waves", "3");
        defaults.put("max-running", "0");
        defaults.put("flood", "0");
        defaults.put("rate", "");
        defaults.put("seconds", "20");
        defaults.put("cron-minutes", "0");
        defaults.put("held", "0");
        defaults.put("held-seconds", "120");
        defaults.put("floors", "true");
        defaults.put("members", "1");
        defaults.put("slots", "4000");
        defaults.put("member-jar", "grid-node/app/target/carillon-grid-node.jar");
        defaults.put("member-jvm", "-Xmx2g");
        defaults.put("worker-jvm", "-Xmx1g");
        defaults.put("dir", "benchmarks/jmh/target/wave");
        return defaults;
    }

    private static String usage() {
        StringBuilder usage = new StringBuilder("usage: Wave");
        DEFAULTS.forEach((name, value) -> usage.append(" [--" + name + "=" + value + "]"));
        return usage.toString();
    }

    private static Stream<String> split(Map<String, String> given, String name, String separator) {
        return Stream.of(given.getOrDefault(name, "").split(separator, -1))
                .map(String::strip)
                .filter(part -> !part.isEmpty());
    }
}
