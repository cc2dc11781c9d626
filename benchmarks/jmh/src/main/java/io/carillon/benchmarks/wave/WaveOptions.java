package io.carillon.benchmarks.wave;

import io.carillon.benchmarks.options.NamedOptions;
import java.nio.file.Path;
import java.util.List;

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

    private static final NamedOptions OPTIONS = NamedOptions.of("Wave", """
            runs=50000
            waves=3
            max-running=0
            flood=0
            rate=
            seconds=20
            cron-minutes=0
            held=0
            held-seconds=120
            floors=true
            members=1
            slots=4000
            member-jar=grid-node/app/target/carillon-grid-node.jar
            member-jvm=-Xmx2g
            worker-jvm=-Xmx1g
            dir=benchmarks/jmh/target/wave
            """);

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
        NamedOptions given = OPTIONS.given(args);
        return new WaveOptions(
                given.whole("runs"),
                given.whole("waves"),
                given.whole("max-running"),
                given.whole("flood"),
                given.list("rate", ",").stream().map(Integer::valueOf).toList(),
                given.whole("seconds"),
                given.whole("cron-minutes"),
                given.whole("held"),
                given.whole("held-seconds"),
                given.flag("floors"),
                given.whole("members"),
                given.whole("slots"),
                Path.of(given.text("member-jar")),
                given.list("member-jvm", " "),
                given.list("worker-jvm", " "),
                Path.of(given.text("dir")));
    }

    boolean needsGrid() {
        return waves > 0 || flood > 0 || !rates.isEmpty() || cronMinutes > 0 || held > 0;
    }
}
