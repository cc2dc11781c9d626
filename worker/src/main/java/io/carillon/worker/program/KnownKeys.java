package io.carillon.worker.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The {@code carillon.*} keys of a worker. A key that is not among them is a typing error that would otherwise be obeyed in
 * silence. The sections of a member are passed over: both programs may read one file or one environment, and each checks its own.
 */
final class KnownKeys {
    static final List<String> ALL = List.of(
            "carillon.worker.grid",
            "carillon.worker.id",
            "carillon.worker.pool",
            "carillon.worker.slots",
            "carillon.worker.fallback",
            "carillon.worker.shutdown-grace",
            "carillon.worker.api-key",
            "carillon.worker.api-key-file",
            "carillon.worker.tls.enabled",
            "carillon.worker.tls.trust-certificates",
            "carillon.worker.tls.certificate",
            "carillon.worker.tls.private-key",
            "carillon.worker.http.allow",
            "carillon.worker.http.deny");

    private static final List<String> MEMBER_SECTIONS = List.of(
            "cluster",
            "lease",
            "handoff",
            "queue",
            "ready",
            "preload",
            "history",
            "loops",
            "schema",
            "start",
            "watchdog",
            "jet",
            "tracing",
            "managementcenter",
            "embeddedpostgres",
            "security",
            "audit",
            "cancel",
            "timeout",
            "redrive",
            "alerts",
            "demo");

    /** What Kubernetes puts into the environment for a service named {@code carillon…}. */
    private static final Pattern SERVICE_LINK = Pattern.compile("CARILLON(_[A-Z0-9_]+)?"
            + "_(SERVICE_HOST|SERVICE_PORT(_[A-Z0-9_]+)?|PORT(_[0-9]+_(TCP|UDP|SCTP)(_PROTO|_PORT|_ADDR)?)?)");

    private KnownKeys() {}

    /**
     * Those that are unknown, each in a sentence.
     *
     * @param names of properties as their sources spell them; {@code CARILLON_WORKER_SLOTS} is a form of its key
     */
    static List<String> complaints(Iterable<String> names) {
        List<String> complaints = new ArrayList<>();
        for (String name : names) {
            if (isOurs(name) && !isKnown(name)) {
                complaints.add("unknown setting " + name + "; known are " + String.join(", ", ALL));
            }
        }
        return complaints;
    }

    private static boolean isOurs(String name) {
        return name.toLowerCase(Locale.ROOT).matches("carillon[._].*")
                && !SERVICE_LINK.matcher(name).matches();
    }

    private static boolean isKnown(String name) {
        String canonical = canonical(withoutIndex(name));
        return ALL.stream().anyMatch(key -> canonical(key).equals(canonical))
                || MEMBER_SECTIONS.stream().anyMatch(section -> canonical.startsWith("carillon" + section));
    }

    /** Spring's relaxed form: case, dashes, dots and underscores do not count. */
    private static String canonical(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[-_.]", "");
    }

    /** {@code carillon.worker.grid[0]} and {@code CARILLON_WORKER_GRID_0} are forms of the list's key. */
    private static String withoutIndex(String name) {
        return name.replaceAll("(\\[\\d+]|_\\d+_?)$", "");
    }
}
