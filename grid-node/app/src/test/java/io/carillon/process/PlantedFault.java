package io.carillon.process;

import java.util.List;

/** A guard of the product that is taken away in a patched build, and by what name its want must be noticed. */
enum PlantedFault {
    EARLY(
            "early",
            List.of("--seconds=20", "--faults=none"),
            new Edit(
                    "grid-node/domain/src/main/java/io/carillon/domain/run/Run.java",
                    "return retryAt != null && retryAt.isAfter(dueAt) ? retryAt : dueAt;",
                    "return (retryAt != null && retryAt.isAfter(dueAt) ? retryAt : dueAt).minusSeconds(1);")),

    /** The plan moves on, and of some occurrences there is neither a run nor a skip. */
    LOST(
            "missing",
            List.of("--seconds=20", "--faults=none"),
            new Edit(
                    "grid-node/domain/src/main/java/io/carillon/domain/plan/ClaimPlanner.java",
                    "runs.add(NewRun.owed(claimed(job, nominal, times.dueAt(nominal), now, writeId)));",
                    "if (nominal.getEpochSecond() % 20 != 7) {"
                            + " runs.add(NewRun.owed(claimed(job, nominal, times.dueAt(nominal), now, writeId))); }")),

    /** A failure that should be tried again counts as a success. */
    RETRY_FORGOTTEN(
            "history",
            List.of("--seconds=20", "--faults=none"),
            new Edit(
                    "grid-node/domain/src/main/java/io/carillon/domain/run/RunTransitions.java",
                    ".waiting(retryAt.at())\n                    .retriesUsed(run.retriesUsed() + 1)",
                    ".ended(RunState.SUCCEEDED, now)\n                    .retriesUsed(run.retriesUsed() + 1)")),

    /** Every attempt has the same token. */
    TOKENS_STAND_STILL(
            "token_order",
            List.of("--seconds=20", "--faults=none"),
            new Edit(
                    "grid-node/engine/src/main/java/io/carillon/engine/grid/fence/GridFences.java",
                    "long token = Math.max(next, last + 1);",
                    "long token = current.first();"),
            new Edit(
                    "grid-node/domain/src/main/java/io/carillon/domain/run/RunTransitions.java",
                    "if (start.fencingToken() <= run.fencingToken()) {",
                    "if (start.fencingToken() < run.fencingToken()) {")),

    /** What a repeated call makes has another id each time. */
    KEY_FORGOTTEN(
            "twice_for_one_key",
            List.of("--seconds=60", "--members=1", "--faults=kill-member,freeze-postgres", "--fault-every=10s"),
            new Edit(
                    "KeyedIds.java",
                    "long high = (hash.getLong() & ~0xF000L) | 0x8000L;",
                    "long high = ((hash.getLong() ^ (System.nanoTime() << 16)) & ~0xF000L) | 0x8000L;")),

    /** PostgreSQL lets every start of an owner with a limit through. */
    LIMIT_FORGOTTEN(
            "quota",
            List.of("--seconds=30", "--faults=none"),
            new Edit(
                    "persistence/src/main/java/io/carillon/persistence/commit/PermitStatements.java",
                    "u.place <= q.max_running - p.permits",
                    "u.place <= 1000")),

    /** A run that was queued behind another one of its job starts beside it. */
    TURN_FORGOTTEN(
            "overlap",
            List.of("--seconds=40", "--faults=none"),
            new Edit(
                    "grid-node/domain/src/main/java/io/carillon/domain/plan/Overlap.java",
                    "return ofTheSchedule\n",
                    "return ofTheSchedule && waiting.attempt() < 0\n")),

    /** A worker whose lease was lost ends what another one has begun since. */
    STALE_RESULT(
            "history",
            List.of("--seconds=200", "--workers=2", "--faults=freeze-worker,cut-worker", "--fault-every=8s"),
            new Edit(
                    "grid-node/domain/src/main/java/io/carillon/domain/run/RunTransitions.java",
                    "if (report.fencingToken() != run.fencingToken()) {",
                    "if (report.fencingToken() > run.fencingToken()) {")),

    /** What fell due while a member was away is neither run nor skipped; a fault excuses that for a while and not for ever. */
    LOST_AFTER_KILL(
            "missing",
            List.of("--seconds=60", "--faults=kill-member", "--fault-every=80s"),
            new Edit(
                    "grid-node/domain/src/main/java/io/carillon/domain/plan/ClaimPlanner.java",
                    "runs.add(NewRun.owed(claimed(job, nominal, times.dueAt(nominal), now, writeId)));",
                    "if (times.dueAt(nominal).isAfter(now.minusSeconds(5))) {"
                            + " runs.add(NewRun.owed(claimed(job, nominal, times.dueAt(nominal), now, writeId))); }")),

    /** A schedule that has come late is never gone on with, as if its job waited for its live runs. */
    STANDS_STILL(
            "recovery",
            List.of("--seconds=120", "--faults=kill-member", "--fault-every=80s"),
            new Edit(
                    "grid-node/domain/src/main/java/io/carillon/domain/plan/ClaimPlanner.java",
                    "boolean full = mustWait(job, now, live, heldUp);",
                    "boolean full = mustWait(job, now, live, heldUp) || isDueBy(job, now.minusSeconds(5));")),

    /** A fixed time of day runs again in the hour that comes twice. */
    REPEATED_HOUR(
            "never_owed",
            List.of("--seconds=90", "--faults=none", "--at=overlap", "--crons=600"),
            new Edit(
                    "grid-node/domain/src/main/java/io/carillon/domain/schedule/ZonedSchedule.java",
                    "if (repeatedUntil == null) {",
                    "if (repeatedUntil == null || match != null) {"));

    /**
     * A change of one source file.
     *
     * @param file from the root, or a name that only one of the product's files has
     * @param before stands there once
     */
    record Edit(String file, String before, String after) {}

    /** Under which {@code verify} must find it. */
    final String verdict;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    final List<String> options;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    final List<Edit> edits;

    PlantedFault(String verdict, List<String> options, Edit... edits) {
        this.verdict = verdict;
        this.options = options;
        this.edits = List.of(edits);
    }
}
