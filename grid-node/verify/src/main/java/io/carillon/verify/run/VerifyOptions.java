package io.carillon.verify.run;

import io.carillon.verify.check.Tolerances;
import io.carillon.verify.cluster.Door;
import io.carillon.verify.cluster.Keys;
import io.carillon.verify.fault.FaultKind;
import io.carillon.verify.fault.FaultPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the command line says.
 *
 * @param members and {@code workers}: processes to be started
 * @param length of the load
 * @param faults none: nothing is done to the cluster
 * @param reportDir gets evidence and reports; it is made, and must be empty; where evidence is only judged it gets the reports, and is
 *     the evidence's own if none is named
 * @param checkOnly evidence to be judged, with no cluster at all
 * @param existing the doors of a cluster that is there already; empty: one is started
 * @param keys that an existing cluster asks for
 * @param memberJar the program under test; null: the one that runs this
 * @param workerJar null: the worker in the members' jar
 * @param tolerances by which is judged
 */
public record VerifyOptions(
        int members,
        int workers,
        Duration length,
        long seed,
        Set<FaultKind> faults,
        Duration faultEvery,
        int oneOffsPerSecond,
        int crons,
        Path reportDir,
        @Nullable Path checkOnly,
        List<Door> existing,
        Keys keys,
        @Nullable Path memberJar,
        @Nullable Path workerJar,
        List<String> memberJvm,
        List<String> memberSettings,
        int slots,
        StoreNight night,
        Tolerances tolerances) {

    private static final int PROCESSES_MAX = 9;
    private static final int RATE_MAX = 5_000;
    private static final int SECONDS_MAX = 86_400;
    private static final int SLOTS_DEFAULT = 100;
    private static final int TOLERANCE_SECONDS_MAX = 3_600;

    public VerifyOptions {
        faults = Collections.unmodifiableSet(
                faults.isEmpty() ? EnumSet.noneOf(FaultKind.class) : EnumSet.copyOf(faults));
        existing = List.copyOf(existing);
        memberJvm = List.copyOf(memberJvm);
        memberSettings = List.copyOf(memberSettings);
    }

    /**
     * @param seed where none is given
     * @throws OptionException if anything is wrong
     */
    public static VerifyOptions parse(List<String> args, long seed) {
        Reading reading = new Reading(args);
        long chosen = reading.seed(seed);
        Path check = reading.path("check");
        if (check != null && !Files.isReadable(check)) {
            throw new OptionException("--check=" + check + " is no file that can be read");
        }
        Path report = reading.path("report");
        List<Door> existing = doors(reading.text("rest"), reading.text("grid"));
        VerifyOptions options = new VerifyOptions(
                reading.number("members", 3, 1, PROCESSES_MAX),
                reading.number("workers", 3, 1, PROCESSES_MAX),
                Duration.ofSeconds(reading.number("seconds", 180, 10, SECONDS_MAX)),
                chosen,
                faults(reading.all("faults"), !existing.isEmpty()),
                Duration.ofSeconds(reading.seconds("fault-every", 10, 1, SECONDS_MAX)),
                reading.number("one-offs-per-second", 30, 0, RATE_MAX),
                reading.number("crons", 100, 0, RATE_MAX),
                report == null ? besides(check) : report,
                check,
                existing,
                keys(reading),
                reading.path("member-jar"),
                reading.path("worker-jar"),
                reading.all("member-jvm"),
                reading.all("member-setting"),
                reading.number("slots", SLOTS_DEFAULT, 1, RATE_MAX),
                night(reading.text("at"), chosen, !existing.isEmpty()),
                tolerances(reading));
        reading.refuseOthers();
        boolean none = check == null
                && !options.faults().isEmpty()
                && options.plan().faults().isEmpty();
        if (none) {
            throw new OptionException("--seconds=" + options.length().toSeconds() + " --fault-every="
                    + options.faultEvery().toSeconds()
                    + " leaves room for no fault: take more seconds, or --faults=none");
        }
        return options;
    }

    /** What the reader of a report should know of them. */
    public String words() {
        String whom = existing.isEmpty() ? members + " members, " + workers + " workers" : "a cluster that is there";
        return whom + ", " + oneOffsPerSecond + " one-offs a second, " + crons + " crons, " + length.toSeconds()
                + " s, faults: " + faultWords();
    }

    String faultWords() {
        return faults.isEmpty()
                ? "none"
                : faults.stream().map(FaultKind::word).collect(Collectors.joining(",")) + " every "
                        + faultEvery.toSeconds() + " s";
    }

    private static Path besides(@Nullable Path check) {
        return check == null ? Path.of("verify-report").toAbsolutePath().normalize() : check.resolveSibling("");
    }

    /** So much quiet time may pass until what a fault touched has started, and what is started after it. */
    Duration calm() {
        return tolerances.recovery().plus(tolerances.lateMax());
    }

    FaultPlan plan() {
        return FaultPlan.of(seed, faults, faultEvery, calm(), length);
    }

    private static Set<FaultKind> faults(List<String> given, boolean existing) {
        if (given.isEmpty()) {
            return existing ? Set.of() : EnumSet.allOf(FaultKind.class);
        }
        if (given.size() > 1) {
            throw new OptionException("--faults is given " + given.size() + " times");
        }
        String words = given.get(0);
        if (words.isBlank()) {
            throw new OptionException("--faults= names none: take --faults=none, or leave it out for all");
        }
        if (words.equals("none")) {
            return Set.of();
        }
        if (existing) {
            throw new OptionException(
                    "--faults does nothing to a cluster that is there already; leave it out with --rest");
        }
        if (words.equals("all")) {
            return EnumSet.allOf(FaultKind.class);
        }
        EnumSet<FaultKind> kinds = EnumSet.noneOf(FaultKind.class);
        for (String word : words.split(",", -1)) {
            kinds.add(FaultKind.of(word)
                    .orElseThrow(() -> new OptionException("--faults: " + word + " is none of all, none, "
                            + Stream.of(FaultKind.values()).map(FaultKind::word).collect(Collectors.joining(", ")))));
        }
        return kinds;
    }

    private static List<Door> doors(@Nullable String rest, @Nullable String grid) {
        if (rest == null && grid == null) {
            return List.of();
        }
        if (rest == null || grid == null) {
            throw new OptionException("an existing cluster needs both --rest=URL,... and --grid=HOST:PORT,...");
        }
        String[] urls = rest.split(",", -1);
        String[] addresses = grid.split(",", -1);
        if (urls.length != addresses.length) {
            throw new OptionException("--rest names " + urls.length + " members and --grid " + addresses.length);
        }
        List<Door> doors = new ArrayList<>();
        for (int i = 0; i < urls.length; i++) {
            if (!urls[i].matches("https?://[^/\\s]+/*")) {
                throw new OptionException("--rest: " + urls[i] + " must be http://HOST:PORT or https://HOST:PORT");
            }
            if (!addresses[i].matches("[^/\\s]+:[0-9]{1,5}")) {
                throw new OptionException("--grid: " + addresses[i] + " must be HOST:PORT");
            }
            doors.add(new Door(urls[i].replaceFirst("/+$", ""), addresses[i]));
        }
        return doors;
    }

    private static Keys keys(Reading reading) {
        return new Keys(reading.firstLine("api-key-file"), reading.firstLine("worker-key-file"));
    }

    private static Tolerances tolerances(Reading reading) {
        Tolerances by = Tolerances.DEFAULT;
        return by.withLate(tolerance(reading, "late-max", by.lateMax()), tolerance(reading, "late-p99", by.lateP99()))
                .withRecovery(tolerance(reading, "recovery", by.recovery()));
    }

    private static Duration tolerance(Reading reading, String name, Duration fallback) {
        return Duration.ofSeconds(reading.seconds(name, (int) fallback.toSeconds(), 1, TOLERANCE_SECONDS_MAX));
    }

    private static StoreNight night(@Nullable String word, long seed, boolean existing) {
        if (existing) {
            if (word != null && !word.equals("now")) {
                throw new OptionException(
                        "--at moves the clock of a store that was started for this; leave it out with --rest");
            }
            return new StoreNight.Now();
        }
        return word == null
                ? StoreNight.ofSeed(seed)
                : StoreNight.parse(word)
                        .orElseThrow(() ->
                                new OptionException("--at is now, gap, overlap or an RFC 3339 time, not " + word));
    }

    /** {@code --name=value}, each at most once but for those that are lists. */
    private static final class Reading {
        private final List<String> left;

        Reading(List<String> args) {
            left = new ArrayList<>(args);
        }

        List<String> all(String name) {
            String prefix = "--" + name + "=";
            List<String> values = left.stream()
                    .filter(arg -> arg.startsWith(prefix))
                    .map(arg -> arg.substring(prefix.length()))
                    .toList();
            left.removeIf(arg -> arg.startsWith(prefix));
            return values;
        }

        @Nullable
        String text(String name) {
            List<String> values = all(name);
            if (values.size() > 1) {
                throw new OptionException("--" + name + " is given " + values.size() + " times");
            }
            return values.isEmpty() || values.get(0).isEmpty() ? null : values.get(0);
        }

        @Nullable
        Path path(String name) {
            String value = text(name);
            return value == null ? null : Path.of(value).toAbsolutePath().normalize();
        }

        /** Of the file that is named. What is secret stands on no command line. */
        @Nullable
        String firstLine(String name) {
            Path file = path(name);
            if (file == null) {
                return null;
            }
            try {
                List<String> lines = Files.readAllLines(file);
                if (lines.isEmpty() || lines.get(0).isBlank()) {
                    throw new OptionException("--" + name + "=" + file + " is empty");
                }
                return lines.get(0).strip();
            } catch (IOException e) {
                throw new OptionException("--" + name + "=" + file + " cannot be read: " + e.getMessage());
            }
        }

        int number(String name, int fallback, int min, int max) {
            String value = text(name);
            return value == null ? fallback : number(name, value, min, max);
        }

        /** {@code 10} or {@code 10s}. */
        int seconds(String name, int fallback, int min, int max) {
            String value = text(name);
            return value == null
                    ? fallback
                    : number(name, value.toLowerCase(Locale.ROOT).replaceFirst("s$", ""), min, max);
        }

        long seed(long fallback) {
            String value = text("seed");
            try {
                return value == null || value.equals("random") ? fallback : Long.parseLong(value);
            } catch (NumberFormatException e) {
                throw new OptionException("--seed must be a whole number or random, not " + value);
            }
        }

        void refuseOthers() {
            if (!left.isEmpty()) {
                throw new OptionException(left.get(0) + " is no option of verify; --help names them all");
            }
        }

        private static int number(String name, String value, int min, int max) {
            if (value.matches("[0-9]{1,9}")) {
                int number = Integer.parseInt(value);
                if (number >= min && number <= max) {
                    return number;
                }
            }
            throw new OptionException("--" + name + " must be from " + min + " to " + max + ", not " + value);
        }
    }
}
