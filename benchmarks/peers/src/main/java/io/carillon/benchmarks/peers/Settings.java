package io.carillon.benchmarks.peers;

import java.util.HashMap;
import java.util.Map;

/** Whole numbers by name. */
record Settings(Map<String, Integer> values) {

    Settings {
        values = Map.copyOf(values);
    }

    /**
     * @param changes {@code name=number} with commas between; empty for none
     * @throws IllegalArgumentException for a name that the kind does not know, or what is no positive number
     */
    static Settings of(PeerKind kind, String changes) {
        Map<String, Integer> values = new HashMap<>(kind.defaults());
        for (String change : changes.isBlank() ? new String[0] : changes.split(",", -1)) {
            String[] parts = change.split("=", -1);
            if (parts.length != 2 || !values.containsKey(parts[0]) || !parts[1].matches("[1-9][0-9]{0,8}")) {
                throw new IllegalArgumentException(
                        "not a setting of " + kind + ": " + change + "; it has " + kind.defaults());
            }
            values.put(parts[0], Integer.parseInt(parts[1]));
        }
        return new Settings(values);
    }

    int number(String name) {
        Integer value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("no setting " + name + " in " + values);
        }
        return value;
    }
}
