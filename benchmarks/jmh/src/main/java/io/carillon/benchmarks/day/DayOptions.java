package io.carillon.benchmarks.day;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What to simulate: names, values, and what is made of them. */
final class DayOptions {

    private static final Map<String, String> DEFAULTS = defaults();

    private final Map<String, String> given;

    private DayOptions(Map<String, String> given) {
        this.given = given;
    }

    /** @throws IllegalArgumentException for an unknown or malformed option, with the usage */
    static DayOptions parse(String... args) {
        Map<String, String> given = new LinkedHashMap<>(DEFAULTS);
        for (String arg : args) {
            int equals = arg.indexOf('=');
            String name = arg.startsWith("--") && equals > 0 ? arg.substring(2, equals) : "";
            if (!given.containsKey(name)) {
                throw new IllegalArgumentException("unknown option " + arg + "; " + usage());
            }
            given.put(name, arg.substring(equals + 1));
        }
        DayOptions options = new DayOptions(given);
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
        return Stream.of(text("parts").split(",", -1))
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .toList();
    }

    double load() {
        double load = number("load");
        if (load <= 0) {
            throw new IllegalArgumentException("load must be above 0, was " + load);
        }
        return load;
    }

    Size size() {
        return new Size(
                whole("members"),
                whole("loops"),
                whole("member-cores"),
                whole("databases"),
                whole("store-cores"),
                false);
    }

    WorkerRule workers() {
        return new WorkerRule(
                whole("workers"),
                whole("workers-most"),
                whole("slots"),
                whole("look-seconds"),
                whole("start-seconds"),
                whole("keep-seconds"),
                whole("drain-seconds"),
                number("slots-use"),
                whole("forecast-seconds"));
    }

    Work work() {
        return new Work(number("run-p50-ms"), number("run-p99-ms"), number("failures"));
    }

    Costs costs() {
        return new Costs(
                number("claim-member-us"),
                number("start-member-us"),
                number("finish-member-us"),
                number("claim-commit-member-us"),
                number("run-commit-member-us"),
                number("claim-store-us"),
                number("start-store-us"),
                number("finish-store-us"),
                number("claim-commit-store-us"),
                number("run-commit-store-us"),
                number("hand-off-us"),
                number("worker-us"),
                number("loop-share"),
                whole("turn-us"),
                whole("network-us"),
                whole("flush-us"),
                whole("credit-ms") * 1_000L);
    }

    long seed() {
        return Long.parseLong(text("seed"));
    }

    int checkEvery() {
        return whole("check-every");
    }

    Path dir() {
        return Path.of(text("dir")).toAbsolutePath();
    }

    /** The same with other values. */
    DayOptions with(String... namesAndValues) {
        Map<String, String> other = new LinkedHashMap<>(given);
        for (int i = 0; i < namesAndValues.length; i += 2) {
            if (other.put(namesAndValues[i], namesAndValues[i + 1]) == null) {
                throw new IllegalArgumentException("no option " + namesAndValues[i]);
            }
        }
        return new DayOptions(other);
    }

    private String text(String name) {
        String value = given.get(name);
        if (value == null) {
            throw new IllegalArgumentException("no option " + name);
        }
        return value;
    }

    private int whole(String name) {
        return Integer.parseInt(text(name));
    }

    private double number(String name) {
        double value = Double.parseDouble(text(name));
        if (!(value >= 0)) {
            throw new IllegalArgumentException(name + " must not be negative, was " + value);
        }
        return value;
    }

    private static Map<String, String> defaults() {
        Map<String, String> defaults = new LinkedHashMap<>();
        defaults.put("parts", "wave,midnight,sizes,day");
        defaults.put("load", "1");
        defaults.put("members", "16");
        defaults.put("loops", "1");
        defaults.put("member-cores", "2");
        defaults.put("databases", "1");
        defaults.put("store-cores", "8");
        defaults.put("workers", "300");
        defaults.put("workers-most", "1500");
        defaults.put("slots", "20");
        defaults.put("look-seconds", "15");
        defaults.put("start-seconds", "45");
        defaults.put("keep-seconds", "300");
        defaults.put("drain-seconds", "30");
        defaults.put("slots-use", "0.8");
        defaults.put("forecast-seconds", "0");
        defaults.put("run-p50-ms", "200");
        defaults.put("run-p99-ms", "5000");
        defaults.put("failures", "0.01");
        defaults.put("claim-member-us", "25");
        defaults.put("start-member-us", "26");
        defaults.put("finish-member-us", "26");
        defaults.put("claim-commit-member-us", "400");
        defaults.put("run-commit-member-us", "400");
        defaults.put("claim-store-us", "18");
        defaults.put("start-store-us", "9");
        defaults.put("finish-store-us", "15");
        defaults.put("claim-commit-store-us", "420");
        defaults.put("run-commit-store-us", "420");
        defaults.put("hand-off-us", "20");
        defaults.put("worker-us", "13");
        defaults.put("loop-share", "0.2");
        defaults.put("turn-us", "20");
        defaults.put("network-us", "250");
        defaults.put("flush-us", "1000");
        defaults.put("credit-ms", "50");
        defaults.put("seed", "1");
        defaults.put("check-every", "1000");
        defaults.put("dir", "benchmarks/jmh/target/day");
        return defaults;
    }

    private static String usage() {
        StringBuilder usage = new StringBuilder("usage: Day");
        DEFAULTS.forEach((name, value) -> usage.append(" [--" + name + "=" + value + "]"));
        return usage.toString();
    }
}
