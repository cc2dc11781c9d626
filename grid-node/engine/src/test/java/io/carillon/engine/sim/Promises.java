package io.carillon.engine.sim;

import io.carillon.domain.id.JobId;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobCommand;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.run.RunState;
import io.carillon.engine.testkit.Rows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** What callers were told: it was so in the rows when they heard it, and what cannot be taken back is so in the end. */
final class Promises {

    /** A request may be carried out so long after it was sent. */
    private static final long UNDER_WAY_MICROS = Duration.ofSeconds(60).toNanos() / 1_000;

    private final World world;
    private final Map<JobId, Long> resumeSent = new HashMap<>();
    private final Set<JobId> held = new HashSet<>();
    private final List<Runnable> kept = new ArrayList<>();

    Promises(World world) {
        this.world = world;
    }

    void sent(JobCommand command, long micros) {
        if (command instanceof JobCommand.Resume resume) {
            if (!isDeleted(resume.jobId())) {
                held.remove(resume.jobId());
            }
            resumeSent.put(resume.jobId(), micros);
        }
    }

    /** A caller was told so, or that it is deleted, and nobody has asked for a resume since or shortly before. */
    boolean isHeld(JobId job) {
        return held.contains(job);
    }

    /** Anything but a refusal. */
    void answered(JobCommand command, JobReply reply, long sentMicros) {
        if (command instanceof JobCommand.Create create) {
            JobId job = create.jobId();
            keep(() -> rows().job(job).isPresent(), "job " + job + " was created");
        } else if (command instanceof JobCommand.Replace replace && reply instanceof JobReply.Replaced replaced) {
            JobId job = replace.jobId();
            keep(
                    () -> rows().revisionsOf(job).size() >= replaced.revision()
                            && rows().revisionsOf(job)
                                    .get((int) replaced.revision() - 1)
                                    .definition()
                                    .equals(replace.definition()),
                    "job " + job + " was changed, and is at revision " + replaced.revision());
        } else if (command instanceof JobCommand.Delete delete) {
            JobId job = delete.jobId();
            held.add(job);
            keep(() -> isDeleted(job), "job " + job + " was deleted");
        } else if (command instanceof JobCommand.Pause pause) {
            paused(pause, sentMicros);
        } else if (command instanceof JobCommand.Resume resume) {
            was(resume.jobId(), sentMicros, List.of(JobStatus.ACTIVE));
        } else if (reply instanceof JobReply.Triggered triggered) {
            keep(() -> rows().run(triggered.runId()).isPresent(), "run " + triggered.runId() + " was triggered");
        } else if (command instanceof JobCommand.CancelRun cancel) {
            keep(
                    () -> rows().versionsOf(cancel.runId()).stream()
                            .anyMatch(version ->
                                    version.state() == RunState.CANCELLED || version.cancelRequestedAt() != null),
                    "run " + cancel.runId() + " was cancelled");
        } else if (command instanceof JobCommand.RedriveRun redrive) {
            keep(
                    () -> rows().versionsOf(redrive.runId()).stream()
                            .anyMatch(version -> "redriven".equals(version.reason())),
                    "run " + redrive.runId() + " was redriven");
        }
    }

    /** At the end, once more. */
    void check() {
        kept.forEach(Runnable::run);
    }

    private void paused(JobCommand.Pause pause, long sentMicros) {
        if (!pause.hold()) {
            was(pause.jobId(), sentMicros, List.of(JobStatus.PAUSED, JobStatus.HELD));
            return;
        }
        was(pause.jobId(), sentMicros, List.of(JobStatus.HELD));
        Long resumed = resumeSent.get(pause.jobId());
        if (resumed == null || sentMicros - resumed > UNDER_WAY_MICROS) {
            held.add(pause.jobId());
        }
    }

    private void was(JobId job, long sentMicros, List<JobStatus> wanted) {
        if (!world.laws.book(job).was(sentMicros, world.agenda.nowMicros(), wanted)) {
            world.violations.add("a caller was told that job " + job + " is " + wanted + ", and it has not been");
        }
    }

    private void keep(BooleanSupplier promise, String told) {
        Runnable look = () -> {
            if (!promise.getAsBoolean()) {
                world.violations.add("a caller was told that " + told);
            }
        };
        look.run();
        kept.add(look);
    }

    private boolean isDeleted(JobId job) {
        return rows().job(job)
                .map(Job::status)
                .filter(JobStatus.DELETED::equals)
                .isPresent();
    }

    private Rows rows() {
        return world.database.rows;
    }
}
