package io.carillon.domain.job;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import org.jspecify.annotations.Nullable;

/** What an API asks of a job's owner. Already validated in itself; the owner judges it against the job. */
public sealed interface JobCommand {

    Principal principal();

    /** The shard whose owner must decide. */
    int shard();

    /** Creates; the same id with the same definition is the same job, so a repeat is harmless. */
    record Create(Principal principal, JobId jobId, JobDefinition definition) implements JobCommand {
        @Override
        public int shard() {
            return jobId.shard();
        }
    }

    record Delete(Principal principal, JobId jobId, boolean cancelRunning) implements JobCommand {
        @Override
        public int shard() {
            return jobId.shard();
        }
    }

    record Pause(Principal principal, JobId jobId, boolean hold) implements JobCommand {
        @Override
        public int shard() {
            return jobId.shard();
        }
    }

    record Resume(Principal principal, JobId jobId) implements JobCommand {
        @Override
        public int shard() {
            return jobId.shard();
        }
    }

    /**
     * A run now.
     *
     * @param payload replaces the definition's for this run
     * @param requestId the same id on the same job names the same run
     */
    record TriggerNow(
            Principal principal, JobId jobId, @Nullable Payload payload, String requestId) implements JobCommand {
        @Override
        public int shard() {
            return jobId.shard();
        }
    }

    record CancelRun(Principal principal, RunId runId) implements JobCommand {
        @Override
        public int shard() {
            return runId.shard();
        }
    }

    /** Back from the dead; a repeat before the next start is harmless. */
    record RedriveRun(Principal principal, RunId runId) implements JobCommand {
        @Override
        public int shard() {
            return runId.shard();
        }
    }
}
