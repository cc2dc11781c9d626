package io.carillon.benchmarks.day;

import io.carillon.benchmarks.options.NamedOptions;
import java.nio.file.Path;
import java.util.List;

/** What to simulate: names, values, and what is made of them. */
final class DayOptions {

    private static final NamedOptions OPTIONS = NamedOptions.of("Day", """
            parts=wave,midnight,sizes,day
            load=1
            members=16
            loops=1
            member-cores=2
            databases=1
            store-cores=8
            workers=300
            workers-most=1500
            slots=20
            look-seconds=15
            start-seconds=45
            keep-seconds=300
            drain-seconds=30
            slots-use=0.8
            forecast-seconds=0
            run-p50-ms=200
            run-p99-ms=5000
            failures=0.01
            claim-member-us=25
            start-member-us=26
            finish-member-us=26
            claim-commit-member-us=400
            run-commit-member-us=400
            claim-store-us=18
            start-store-us=9
            finish-store-us=15
            claim-commit-store-us=420
            run-commit-store-us=420
            hand-off-us=20
            worker-us=13
            loop-share=0.2
            turn-us=20
            network-us=250
            flush-us=1000
            credit-ms=50
            seed=1
            check-every=1000
            dir=benchmarks/jmh/target/day
            """);

    private final NamedOptions given;

    private DayOptions(NamedOptions given) {
        this.given = given;
    }

    /** @throws IllegalArgumentException for an unknown or malformed option, with the usage */
    static DayOptions parse(String... args) {
        DayOptions options = new DayOptions(OPTIONS.given(args));
        options.size();
        options.costs();
        options.workers();
        options.work();
        options.load();
        options.seed();
        options.checkEvery();
        return options;
    }

    /** What to do: wave, midnight, sizes, day. */
    List<String> parts() {
        return given.list("parts", ",");
    }

    double load() {
        double load = given.number("load");
        if (load <= 0) {
            throw new IllegalArgumentException("load must be above 0, was " + load);
        }
        return load;
    }

    Size size() {
        return new Size(
                given.whole("members"),
                given.whole("loops"),
                given.whole("member-cores"),
                given.whole("databases"),
                given.whole("store-cores"),
                false);
    }

    WorkerRule workers() {
        return new WorkerRule(
                given.whole("workers"),
                given.whole("workers-most"),
                given.whole("slots"),
                given.whole("look-seconds"),
                given.whole("start-seconds"),
                given.whole("keep-seconds"),
                given.whole("drain-seconds"),
                given.number("slots-use"),
                given.whole("forecast-seconds"));
    }

    Work work() {
        return new Work(given.number("run-p50-ms"), given.number("run-p99-ms"), given.number("failures"));
    }

    Costs costs() {
        return new Costs(
                given.number("claim-member-us"),
                given.number("start-member-us"),
                given.number("finish-member-us"),
                given.number("claim-commit-member-us"),
                given.number("run-commit-member-us"),
                given.number("claim-store-us"),
                given.number("start-store-us"),
                given.number("finish-store-us"),
                given.number("claim-commit-store-us"),
                given.number("run-commit-store-us"),
                given.number("hand-off-us"),
                given.number("worker-us"),
                given.number("loop-share"),
                given.whole("turn-us"),
                given.whole("network-us"),
                given.whole("flush-us"),
                given.whole("credit-ms") * 1_000L);
    }

    long seed() {
        return Long.parseLong(given.text("seed"));
    }

    int checkEvery() {
        return given.whole("check-every");
    }

    Path dir() {
        return Path.of(given.text("dir")).toAbsolutePath();
    }

    /** The same with other values. */
    DayOptions with(String... namesAndValues) {
        NamedOptions other = given;
        for (int i = 0; i < namesAndValues.length; i += 2) {
            other = other.with(namesAndValues[i], namesAndValues[i + 1]);
        }
        return new DayOptions(other);
    }
}
