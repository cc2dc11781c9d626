package io.carillon.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobStatus;
import io.carillon.engine.schedule.ScheduleReader;
import org.junit.jupiter.api.Test;

class PreviewTest {

    private final Preview preview = new Preview(new ScheduleReader());

    @Test
    void a_deleted_job_has_no_coming_times() {
        Job job = Samples.full().job();
        Job deleted = new Job(
                job.id(),
                job.revision(),
                JobStatus.DELETED,
                job.definition(),
                job.createdAt(),
                job.plannedThrough(),
                null,
                null,
                job.version(),
                job.writeId());

        assertThat(preview.ofJob(job, FixedTime.NOW, 3).times()).hasSize(3);
        Preview.Times none = preview.ofJob(deleted, FixedTime.NOW, 3);

        assertThat(none.times()).isEmpty();
        assertThat(none.description()).contains("Europe/Berlin");
    }
}
