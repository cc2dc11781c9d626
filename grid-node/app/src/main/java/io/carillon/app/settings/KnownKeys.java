package io.carillon.app.settings;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The {@code carillon.*} keys of a member. A key that is not among them is a typing error that would otherwise be obeyed
 * in silence. Keys of the worker's program are passed over: both may read one file or one environment, and the worker
 * checks its own.
 */
public final class KnownKeys {

    private static final String PREFIX = "carillon.";
    private static final String WORKER_PREFIX = "carillonworker";

    private final List<String> keys;

    /** @param keys in their written form: {@code carillon.lease.duration} */
    public KnownKeys(List<String> keys) {
        this.keys = List.copyOf(keys);
    }

    public static KnownKeys ofMember() {
        return new KnownKeys(List.of(
                "carillon.cluster.name",
                "carillon.cluster.port",
                "carillon.cluster.bind-address",
                "carillon.cluster.members",
                "carillon.cluster.kubernetes-service",
                "carillon.cluster.expected-size",
                "carillon.cluster.cp-reset-after",
                "carillon.lease.duration",
                "carillon.lease.heartbeat",
                "carillon.cancel.grace",
                "carillon.timeout.grace",
                "carillon.handoff.timeout",
                "carillon.queue.deadline",
                "carillon.ready.max",
                "carillon.preload.horizon",
                "carillon.history.retention",
                "carillon.redrive.rate",
                "carillon.alerts.allow",
                "carillon.watchdog.overdue-after",
                "carillon.management-center.enabled",
                "carillon.management-center.port",
                "carillon.schema.migrate",
                "carillon.start.database-wait",
                "carillon.loops",
                "carillon.jet.enabled",
                "carillon.embedded-postgres.dir",
                "carillon.embedded-postgres.port",
                "carillon.cluster.trusted-interfaces",
                "carillon.audit.retention",
                "carillon.security.enabled",
                "carillon.security.insecure",
                "carillon.security.outage-grace",
                "carillon.security.metrics-role",
                "carillon.tracing.endpoint",
                "carillon.tracing.ratio",
                "carillon.demo.enabled"));
    }

    List<String> all() {
        return keys;
    }

    /**
     * The unknown ones among these, each with the nearest known key; in any order.
     *
     * @param names of properties as their source spells them; {@code CARILLON_LEASE_DURATION} is a form of its key
     */
    public List<String> complaints(Iterable<String> names) {
        Set<String> known = new TreeSet<>();
        keys.forEach(key -> known.add(canonical(key)));
        List<String> complaints = new ArrayList<>();
        for (String name : names) {
            String canonical = canonical(name);
            if (isOurs(name) && !canonical.startsWith(WORKER_PREFIX) && !known.contains(withoutIndex(name))) {
                complaints.add("unknown setting " + name
                        + nearest(canonical)
                                .map(key -> "; did you mean " + key + "?")
                                .orElse(""));
            }
        }
        return complaints;
    }

    private static boolean isOurs(String name) {
        return name.toLowerCase(Locale.ROOT).replace('_', '.').startsWith(PREFIX);
    }

    /** Spring's relaxed form: case, dashes and underscores do not count. */
    private static String canonical(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[-_.]", "");
    }

    /** {@code carillon.cluster.members[0]} and {@code CARILLON_CLUSTER_MEMBERS_0} are forms of the list's key. */
    private static String withoutIndex(String name) {
        return canonical(name.replaceAll("(\\[\\d+]|_\\d+)$", ""));
    }

    private Optional<String> nearest(String canonical) {
        return keys.stream()
                .min(Comparator.comparingInt(key -> distance(canonical(key), canonical)))
                .filter(key -> distance(canonical(key), canonical) <= canonical.length() / 3);
    }

    /** Levenshtein's distance. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(change, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
