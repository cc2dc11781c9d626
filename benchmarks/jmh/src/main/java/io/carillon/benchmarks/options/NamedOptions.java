package io.carillon.benchmarks.options;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Options of one program, {@code --name=value}, each with a default. Immutable. */
public final class NamedOptions {

    private final String program;
    private final Map<String, String> values;

    private NamedOptions(String program, Map<String, String> values) {
        this.program = program;
        this.values = values;
    }

    /** @param namesAndDefaults {@code name=value}, one a line, in the order in which the usage names them */
    public static NamedOptions of(String program, String namesAndDefaults) {
        Map<String, String> values = new LinkedHashMap<>();
        namesAndDefaults.lines().forEach(line -> {
            int equals = line.indexOf('=');
            values.put(line.substring(0, equals), line.substring(equals + 1));
        });
        return new NamedOptions(program, values);
    }

    /** @throws IllegalArgumentException for an unknown or malformed option, with the usage */
    public NamedOptions given(String... args) {
        Map<String, String> given = new LinkedHashMap<>(values);
        for (String arg : args) {
            int equals = arg.indexOf('=');
            String name = arg.startsWith("--") && equals > 0 ? arg.substring(2, equals) : "";
            if (given.replace(name, arg.substring(equals + 1)) == null) {
                throw new IllegalArgumentException("unknown option " + arg + "; " + usage());
            }
        }
        return new NamedOptions(program, given);
    }

    /**
     * The same with one other value.
     *
     * @throws IllegalArgumentException if no option has this name
     */
    public NamedOptions with(String name, String value) {
        return given("--" + name + "=" + value);
    }

    public String text(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("no option " + name);
        }
        return value;
    }

    /** @throws NumberFormatException if it is no whole number */
    public int whole(String name) {
        return Integer.parseInt(text(name));
    }

    /** @throws IllegalArgumentException if it is no number, or negative */
    public double number(String name) {
        double value = Double.parseDouble(text(name));
        if (!(value >= 0)) {
            throw new IllegalArgumentException(name + " must not be negative, was " + value);
        }
        return value;
    }

    public boolean flag(String name) {
        return Boolean.parseBoolean(text(name));
    }

    /** The parts between separators, without blanks and empty ones. */
    public List<String> list(String name, String separator) {
        return Stream.of(text(name).split(separator, -1))
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .toList();
    }

    private String usage() {
        StringBuilder usage = new StringBuilder("usage: " + program);
        values.forEach((name, value) -> usage.append(" [--" + name + "=" + value + "]"));
        return usage.toString();
    }
}
