package io.carillon.engine.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.id.JobId;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.run.Run;
import io.carillon.engine.testkit.Heard;
import io.carillon.engine.testkit.Rows;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Jobs that were held in a storm: from the answer to the hold until somebody asks for a resume no run of them starts. */
final class StormHolds {

    private record Window(JobId job, Instant from, Instant to) {}

    private final Map<JobId, Heard<JobReply>> asked = new HashMap<>();
    private final Map<JobId, Instant> held = new HashMap<>();
    private final List<Window> windows = new ArrayList<>();

    void asked(JobId job, Heard<JobReply> hold) {
        if (!held.containsKey(job)) {
            asked.put(job, hold);
        }
    }

    /** Notes what has been answered by now. */
    void look(Instant now) {
        asked.entrySet().removeIf(each -> {
            boolean answered = each.getValue().answered();
            if (answered && each.getValue().answer() instanceof JobReply.Done) {
                held.put(each.getKey(), now);
            }
            return answered;
        });
    }

    void over(JobId job, Instant now) {
        asked.remove(job);
        Instant from = held.remove(job);
        if (from != null) {
            windows.add(new Window(job, from, now));
        }
    }

    void check(Rows rows) {
        for (Window window : windows) {
            assertThat(rows.runs())
                    .filteredOn(run -> run.jobId().equals(window.job))
                    .flatExtracting(run -> rows.versionsOf(run.id()))
                    .extracting(Run::startedAt)
                    .as("starts of %s, held from %s to %s", window.job, window.from, window.to)
                    .noneMatch(at -> at != null && at.isAfter(window.from) && at.isBefore(window.to));
        }
    }
}
