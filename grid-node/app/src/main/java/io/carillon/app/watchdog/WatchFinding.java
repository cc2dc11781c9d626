package io.carillon.app.watchdog;

import java.util.List;

/**
 * What one kind of look has found.
 *
 * @param examples a few, in words
 */
record WatchFinding(WatchKind kind, long found, List<String> examples) {

    static final int EXAMPLES_MAX = 5;

    WatchFinding {
        examples = examples.stream().limit(EXAMPLES_MAX).toList();
    }

    static WatchFinding none(WatchKind kind) {
        return new WatchFinding(kind, 0, List.of());
    }

    static WatchFinding of(WatchKind kind, List<String> all) {
        return new WatchFinding(kind, all.size(), all);
    }

    boolean alarming() {
        return found > 0;
    }
}
