package io.carillon.verify.load;

import io.carillon.verify.evidence.Request;
import java.time.Duration;
import java.util.List;

/** One thing to be asked of the cluster. {@code at} is after the beginning; {@code door} is to be taken modulo how many there are. */
public sealed interface Step {

    Duration at();

    int door();

    enum Via {
        REST,
        REST_BATCH,
        GRPC
    }

    /**
     * @param jobs several for {@link Via#REST_BATCH} only
     * @param insists asks again, with the same key, if it is not told what became of it
     */
    record Create(Duration at, int door, Via via, List<PlannedJob> jobs, boolean insists) implements Step {
        public Create {
            jobs = List.copyOf(jobs);
        }

        boolean runsOnce() {
            return jobs.stream().allMatch(job -> job.definition().runAt() != null);
        }
    }

    /**
     * A change of one job. Not asked if the job is not known to exist by then.
     *
     * @param kind edit, pause, resume, delete or trigger
     * @param job as it is after an edit; else as it is
     * @param whole an edit by {@code PUT}, a trigger over gRPC; else by {@code PATCH}, over REST
     */
    record Change(Duration at, int door, Request.Kind kind, PlannedJob job, boolean whole) implements Step {}

    /** Cancels the run of the job that a target has seen last, if there is one. */
    record Cancel(Duration at, int door, String name) implements Step {}

    record Quota(Duration at, int door, String owner, long maxRunning) implements Step {}
}
