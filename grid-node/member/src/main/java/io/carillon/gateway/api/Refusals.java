package io.carillon.gateway.api;

import io.carillon.domain.job.JobReply.Refusal;
import io.carillon.domain.job.JobReply.Refused;
import java.util.List;

/** What an owner's refusal means to a caller. */
final class Refusals {

    private Refusals() {}

    static Problem problem(Refused refused) {
        Refusal refusal = refused.refusal();
        String detail = refused.detail();
        return switch (refusal) {
            case NOT_FOUND -> Problem.of(ProblemType.NOT_FOUND, detail);
            case DELETED -> Problem.of(ProblemType.JOB_DELETED, detail);
            case ID_TAKEN -> about(ProblemType.ID_TAKEN, "job_id", detail);
            case KEY_TAKEN -> about(ProblemType.KEY_TAKEN, "key", detail);
            case JOBS_FULL -> about(ProblemType.QUOTA_EXCEEDED, "owner_id", detail);
            case EXACT_JOBS_FULL -> about(ProblemType.QUOTA_EXCEEDED, "timing", detail);
            case NEVER_DUE -> Problem.invalid("schedule", detail);
            case TOO_LATE -> about(ProblemType.RUN_AT_PASSED, "run_at", detail);
            case STALE_REVISION -> Problem.of(ProblemType.STALE_REVISION, detail);
            case EXISTS -> Problem.of(ProblemType.JOB_EXISTS, detail);
            case OWNER_FIXED -> Problem.invalid("owner_id", detail);
            case NOT_CANCELLABLE -> Problem.of(ProblemType.RUN_NOT_CANCELLABLE, detail);
            case NOT_DEAD -> Problem.of(ProblemType.RUN_NOT_DEAD, detail);
            case STORE_UNAVAILABLE -> Problem.passing(ProblemType.STORE_UNAVAILABLE, detail);
            case NOT_OWNER -> Problem.passing(ProblemType.SHARD_MOVING, detail);
            case OVERLOADED -> Problem.passing(ProblemType.OVERLOADED, detail);
        };
    }

    private static Problem about(ProblemType type, String field, String detail) {
        return new Problem(type, detail, List.of(new FieldViolation(field, detail)), null);
    }
}
