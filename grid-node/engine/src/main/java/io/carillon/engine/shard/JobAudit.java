package io.carillon.engine.shard;

import io.carillon.domain.access.AuditEntry;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobCommand;
import io.carillon.domain.job.JobCommand.Backfill;
import io.carillon.domain.job.JobCommand.Create;
import io.carillon.domain.job.JobCommand.Delete;
import io.carillon.domain.job.JobCommand.Pause;
import io.carillon.domain.job.JobCommand.Replace;
import io.carillon.domain.job.JobCommand.Resume;
import io.carillon.domain.job.JobCommand.TriggerNow;
import io.carillon.domain.plan.JobChange;
import java.time.Instant;
import java.util.Locale;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * What the audit log is to say of a job's change, to be written by the change's own commit. Only of what somebody known has
 * asked for: without access control there is nobody to name, and what schedules do is in the ledger.
 */
final class JobAudit {

    private JobAudit() {}

    /**
     * @param command null: nobody has asked
     * @param before null: there was no such job
     */
    static @Nullable AuditEntry of(@Nullable JobCommand command, @Nullable Job before, JobChange change, Instant now) {
        String action = command == null || !command.principal().known() ? null : action(command, before);
        if (command == null || action == null) {
            return null;
        }
        Job after = change.job();
        return AuditEntry.of(
                command.principal(),
                now,
                after.definition().ownerId(),
                action,
                after.id().toString(),
                before == null ? null : values(before),
                after(command, after, change));
    }

    /** Null: of a run, not of a job. */
    private static @Nullable String action(JobCommand command, @Nullable Job before) {
        if (command instanceof Create || (command instanceof Replace && before == null)) {
            return "job.created";
        }
        if (command instanceof Replace) {
            return "job.changed";
        }
        if (command instanceof Pause pause) {
            return pause.hold() ? "job.held" : "job.paused";
        }
        if (command instanceof Resume) {
            return "job.resumed";
        }
        if (command instanceof Delete) {
            return "job.deleted";
        }
        if (command instanceof TriggerNow) {
            return "job.triggered";
        }
        return command instanceof Backfill ? "job.backfilled" : null;
    }

    /** The definition itself stands in its revision. */
    private static SortedMap<String, String> values(Job job) {
        return AuditEntry.values(
                "name", job.definition().name(),
                "revision", job.revision(),
                "status", job.status().name().toLowerCase(Locale.ROOT));
    }

    private static SortedMap<String, String> after(JobCommand command, Job job, JobChange change) {
        SortedMap<String, String> values = values(job);
        if (command instanceof TriggerNow && !change.newRuns().isEmpty()) {
            values.put("run_id", change.newRuns().get(0).run().id().toString());
        } else if (command instanceof Backfill backfill) {
            values.put("runs", Integer.toString(change.newRuns().size()));
            values.put("nominal_first", backfill.nominals().get(0).toString());
        }
        return values;
    }
}
