package io.carillon.benchmarks.peers;

import java.util.List;
import java.util.Map;

/** The schedulers, by the names that the command line has. */
enum PeerKind {
    LOCK_AND_FETCH("lock-and-fetch"),
    FETCH("fetch"),
    JOBRUNR("jobrunr"),
    QUARTZ("quartz");

    private final String label;

    PeerKind(String label) {
        this.label = label;
    }

    /** @throws IllegalArgumentException for an unknown name */
    static PeerKind named(String label) {
        return List.of(values()).stream()
                .filter(kind -> kind.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no peer is called " + label));
    }

    /** The settings it is run with unless told otherwise. */
    Map<String, Integer> defaults() {
        return switch (this) {
            case LOCK_AND_FETCH, FETCH ->
                Map.of("threads", 20, "lower-percent", 400, "upper-percent", 2_000, "polling-ms", 10);
            case JOBRUNR -> Map.of("workers", 16, "polling-ms", 5_000, "page", 5_000);
            case QUARTZ -> Map.of("threads", 20, "batch", 20);
        };
    }

    Peer start(DatabaseAddress address, Settings settings) throws Exception {
        return switch (this) {
            case LOCK_AND_FETCH -> DbSchedulerPeer.start(address, settings, true);
            case FETCH -> DbSchedulerPeer.start(address, settings, false);
            case JOBRUNR -> JobRunrPeer.start(address, settings);
            case QUARTZ -> QuartzPeer.start(address, settings);
        };
    }
}
