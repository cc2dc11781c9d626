package io.carillon.domain.job;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Trigger;
import java.time.Instant;
import java.util.List;
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

    /**
     * Gives a job another definition, or creates it with this one. The same definition again changes nothing.
     *
     * @param revisions the job must have one of these; empty: any
     */
    record Replace(
            Principal principal, JobId jobId, JobDefinition definition, Existence existence, List<Long> revisions)
            implements JobCommand {
        public Replace {
            revisions = List.copyOf(revisions);
        }

        @Override
        public int shard() {
            return jobId.shard();
        }

        /** Whether there is a job of this id already. */
        public enum Existence {
            REQUIRED,
            FORBIDDEN,
            ANY
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

    /**
     * Runs for nominal times that have passed, beside those that the schedule made or skipped.
     *
     * @param nominals so many as one write carries, none twice
     * @param requestId the same id on the same job and nominal time names the same run
     */
    record Backfill(Principal principal, JobId jobId, List<Instant> nominals, String requestId) implements JobCommand {

        /** As many as one write carries. */
        public static final int NOMINALS_MAX = 500;

        public Backfill {
            nominals = List.copyOf(nominals);
            if (nominals.isEmpty() || nominals.size() > NOMINALS_MAX) {
                throw new IllegalArgumentException("from 1 to " + NOMINALS_MAX + " times, not " + nominals.size());
            }
        }

        @Override
        public int shard() {
            return jobId.shard();
        }

        public RunId runId(Instant nominal) {
            return RunId.of(jobId, nominal, Trigger.BACKFILL, requestId);
        }

        public List<RunId> runIds() {
            return nominals.stream().map(this::runId).toList();
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
