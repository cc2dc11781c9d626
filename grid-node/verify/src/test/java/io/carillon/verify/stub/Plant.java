package io.carillon.verify.stub;

import io.carillon.verify.check.Verdict;
import org.jspecify.annotations.Nullable;

/** What is wrong with a scheduler, and the verdict that must name it. */
public enum Plant {
    NOTHING(null),
    LOSES_A_RUN(Verdict.MISSING),
    LOSES_WHAT_AN_OUTAGE_LEFT(Verdict.MISSING),
    NEVER_ENDS_A_RUN(Verdict.MISSING),
    LOSES_AN_OCCURRENCE_AT_AN_EDIT(Verdict.MISSING),
    SWALLOWS_A_TRIGGER(Verdict.MISSING),
    LOSES_A_FIXED_TIME_IN_THE_GAP(Verdict.MISSING),
    REPEATS_A_FIXED_TIME_IN_THE_OVERLAP(Verdict.NEVER_OWED),
    SKIPS_WITHOUT_A_REASON(Verdict.MISSING),
    RUNS_A_DELETED_JOB(Verdict.NEVER_OWED),
    RUNS_A_PAUSED_JOB(Verdict.NEVER_OWED),
    STARTS_A_HELD_RUN(Verdict.NEVER_OWED),
    STARTS_A_CANCELLED_RUN(Verdict.NEVER_OWED),
    CALLS_TWICE(Verdict.DOUBLED),
    RUNS_AGAIN_AFTER_SUCCESS(Verdict.DOUBLED),
    MAKES_TWO_RUNS_OF_ONE_TIME(Verdict.DOUBLED),
    STARTS_WITHOUT_A_LAPSE(Verdict.UNEXPLAINED_START),
    STARTS_BEFORE_THE_LAPSE(Verdict.UNEXPLAINED_START),
    LAPSES_WITHOUT_A_FAULT(Verdict.UNEXPLAINED_START),
    RETRIES_TOO_OFTEN(Verdict.UNEXPLAINED_START),
    REUSES_A_TOKEN(Verdict.TOKEN_ORDER),
    LETS_TOKENS_FALL(Verdict.TOKEN_ORDER),
    FIRES_EARLY(Verdict.EARLY),
    RETRIES_EARLY(Verdict.EARLY),
    MOVES_BEYOND_THE_WINDOW(Verdict.WRONG_DUE),
    IS_LATE(Verdict.LATE),
    DELAYS_A_RETRY(Verdict.LATE),
    RECOVERS_LATE(Verdict.RECOVERY),
    NEVER_RECOVERS(Verdict.RECOVERY),
    RUNS_TWO_AT_ONCE(Verdict.OVERLAP),
    EXCEEDS_THE_QUOTA(Verdict.QUOTA),
    FORGETS_HISTORY(Verdict.HISTORY),
    CLAIMS_A_SUCCESS(Verdict.HISTORY),
    CLAIMS_A_FAILURE(Verdict.HISTORY),
    ENDS_BEFORE_ITS_TARGET(Verdict.HISTORY),
    DIES_WITHOUT_A_CAUSE(Verdict.HISTORY),
    LEAVES_OUT_OF_THE_LEDGER(Verdict.LEDGER),
    DOES_NOT_CLOSE_THE_LEDGER(Verdict.LEDGER),
    LOSES_A_JOB(Verdict.LOST_JOB),
    DOES_NOT_FIND_A_JOB(Verdict.LOST_JOB),
    MAKES_TWO_JOBS_FOR_ONE_KEY(Verdict.TWICE_FOR_ONE_KEY);

    private final @Nullable Verdict verdict;

    Plant(@Nullable Verdict verdict) {
        this.verdict = verdict;
    }

    /** Null: nothing may be found. */
    public @Nullable Verdict verdict() {
        return verdict;
    }
}
