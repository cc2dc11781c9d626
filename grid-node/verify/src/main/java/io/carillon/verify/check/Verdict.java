package io.carillon.verify.check;

import java.util.Locale;

/** A kind of broken promise. */
public enum Verdict {
    /** An occurrence or a triggered run that was owed was not called, or has not ended. */
    MISSING("owed, and not called or not ended"),
    /** A call that nothing asked for: no such time, or the job was paused, deleted, held or cancelled by then. */
    NEVER_OWED("called, and not owed"),
    /** A target was called twice for one attempt, or again after a success was accepted, or two runs stand for one occurrence. */
    DOUBLED("done twice"),
    /** An attempt began before history records the end of the one before, or history knows nothing of it. */
    UNEXPLAINED_START("started again without a recorded reason"),
    /** Of one run, a later attempt had a token that is not larger. */
    TOKEN_ORDER("fencing tokens do not rise"),
    /** Called before it was due, or a retry before its wait was over. */
    EARLY("called early"),
    /** A due time that neither the schedule nor its jitter gives. */
    WRONG_DUE("due at a time the rules do not give"),
    /** Called later than allowed, though no fault touched it; or started after its own time limit. */
    LATE("called late without a fault"),
    /** After a fault had healed, calls came later than allowed, or the cluster was never seen whole again. */
    RECOVERY("recovered late or never"),
    /** Two runs of a job were at work at once though its overlap policy forbids it. */
    OVERLAP("two at once"),
    /** More calls of an owner at once than its quota allows. */
    QUOTA("more at once than the quota"),
    /** What the product says of jobs, runs and attempts differs from what was seen. */
    HISTORY("history differs from what was seen"),
    /** The ledger does not close, or differs from what was owed and seen. */
    LEDGER("the ledger does not close"),
    /** A job that was acknowledged is not there. */
    LOST_JOB("an acknowledged job is gone"),
    /** One idempotency key made two jobs or two runs. */
    TWICE_FOR_ONE_KEY("one key, two effects");

    private final String words;

    Verdict(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }

    /** As reports write it: {@code never_owed}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
