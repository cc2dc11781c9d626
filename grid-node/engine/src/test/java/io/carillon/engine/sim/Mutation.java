package io.carillon.engine.sim;

import io.carillon.engine.testkit.Rows.Condition;
import java.util.Set;

/**
 * A guard that is taken away, to see that its want is noticed, and by what. Where two guards cover each other, so that the
 * product is still right without one of them, both are taken away together; their comment says so.
 */
enum Mutation {
    /** Two owners of a shard may write. */
    EPOCH("although its job is held or deleted", Condition.EPOCH),
    /** Gaining a shard makes nobody lose it. */
    EPOCH_RAISE("no worker was given it"),
    /** A statement that is carried out late goes over what was written meanwhile. */
    RUN_VERSION("followed by", Condition.RUN_VERSION),
    JOB_VERSION("neither run nor skip", Condition.JOB_VERSION),
    /** Covered by the version: who knows the row knows its token. */
    ROW_TOKEN("its token fell", Condition.RUN_VERSION, Condition.TOKEN),
    /** Covered by the version: who knows the row knows how far it was planned. */
    RUN_IS_NEW("has a second run", Condition.JOB_VERSION, Condition.RUN_IS_NEW),
    JOBS_MAX("more jobs than", Condition.JOBS_MAX),
    MAX_RUNNING("more runs at once than", Condition.MAX_RUNNING),
    WRITE_ID("no worker was given it", Condition.WRITE_ID),
    CLAIM_IN_ONE_WRITE("neither run nor skip"),
    /** What was claimed ahead stays when the definition ends that it was claimed under. */
    WITHDRAWAL_AT_THE_SEAM("but is planned through"),
    /** The next definition owes what comes after the last one's plan, not what comes after the seam. */
    PLAN_FROM_THE_SEAM("0 runs and 0 skips for"),
    YES_WHEN_DURABLE("a caller was told"),
    /** Each finds what the other has missed; and both only matter where a statement does not lock the epoch it looks at. */
    SECOND_LOAD_AND_RECONCILE("left behind"),
    /** The floor under tokens is not raised. */
    TOKEN_FLOOR("is given out twice"),
    /** The floor under tokens is not read, so that a lost counter begins anew. */
    TOKEN_SEED("is given out twice"),
    /** A block that lies below the run's last token is used all the same. */
    TOKEN_DISCARD("is given out after"),
    ACCEPT_LEASE("left behind"),
    HAND_OFF_TIMEOUT("left behind"),
    /** Whether the entry of a lease that should be over has been renewed. */
    LOOK_AT_THE_ENTRY("was taken from"),
    /** An entry that the grid has lost counts as one that is over. */
    DOUBT_A_MISSING_ENTRY("was taken from"),
    /** Whoever has lost a lease is told so, and if that is lost, is not confirmed when it asks again. */
    RENEW_ONLY_OWN_AND_REVOKE("two at work"),
    SELF_FENCING("two at work"),
    RESEND_RESULTS("is still at something"),
    MAY_ACT("although it may not act"),
    /** Who gains a shard is not told of the runs that run. */
    LIVE_RUNS_OF_THE_LAST_OWNER("run at once"),
    /** What waits in the store alone is never read. */
    PAGE_IN("left behind"),
    /** Waiting runs stay in memory, however many. */
    WAITING_MAX("wait in memory"),
    /** Hints alone, of which some are lost, tell that a shard was gained. */
    OWNERSHIP_POLL("not claimed"),
    CLOCK_OF_THE_DATABASE("started in the future");

    /** What the broken law says. */
    final String evidence;

    @SuppressWarnings("ImmutableEnumChecker") // made by Set.of
    final Set<Condition> dropped;

    Mutation(String evidence, Condition... dropped) {
        this.evidence = evidence;
        this.dropped = Set.of(dropped);
    }
}
