package io.carillon.gateway.api;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Uuids;
import org.jspecify.annotations.Nullable;

/** Reads the ids that callers name jobs and runs by. */
public final class Ids {

    private static final String NO_UUID = "must be a UUID";

    private Ids() {}

    /** @throws ProblemException if it is no UUID */
    public static JobId jobId(String text) {
        try {
            return JobId.parse(text);
        } catch (IllegalArgumentException e) {
            throw Problem.invalid("job_id", NO_UUID).toException();
        }
    }

    /** Null if it is no UUID, which is then among the violations. */
    public static @Nullable JobId jobId(String field, String text, Violations violations) {
        try {
            return JobId.parse(text);
        } catch (IllegalArgumentException e) {
            violations.add(field, NO_UUID);
            return null;
        }
    }

    /** @throws ProblemException if it is no UUID, or one that cannot be a run's and so names none */
    public static RunId runId(String text) {
        try {
            Uuids.parse(text);
        } catch (IllegalArgumentException e) {
            throw Problem.invalid("run_id", NO_UUID).toException();
        }
        try {
            return RunId.parse(text);
        } catch (IllegalArgumentException e) {
            throw History.notFound("no run " + text);
        }
    }
}
