package io.carillon.persistence.commit;

import static io.carillon.persistence.fixture.OpenStore.EPOCH;
import static io.carillon.persistence.fixture.OpenStore.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.store.JobWrite;
import io.carillon.domain.store.RowOutcome;
import io.carillon.persistence.fixture.OpenStore;
import io.carillon.persistence.fixture.PostgresExtension;
import io.carillon.persistence.fixture.Samples;
import io.carillon.persistence.fixture.TestDatabase;
import io.carillon.persistence.fixture.TestTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("postgres")
@ExtendWith(PostgresExtension.class)
class CreationTest {

    private final Samples samples = new Samples(81);
    private final TestDatabase database;
    private final OpenStore open;
    private final GroupCommitter otherMember;

    CreationTest(TestDatabase database) {
        this.database = database;
        this.open = new OpenStore(database);
        this.otherMember = open.store().startWriter(new TestTime(), CommitObserver.NONE, Samples.EXACT);
    }

    @AfterEach
    void close() {
        otherMember.close();
        open.close();
    }

    @Test
    void jobs_of_many_shards_are_created_in_one_call_and_again_they_are_there_already() {
        List<JobWrite> writes = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            writes.add(Samples.create(EPOCH, job(null)));
        }

        assertThat(get(open.writer().createJobs(writes)))
                .hasSize(300)
                .allSatisfy(outcome -> assertThat(outcome).isEqualTo(RowOutcome.APPLIED));
        assertThat(get(otherMember.createJobs(writes)))
                .hasSize(300)
                .allSatisfy(outcome -> assertThat(outcome).isEqualTo(RowOutcome.ALREADY_APPLIED));
        assertThat(database.number("SELECT count(*) FROM jobs")).isEqualTo(300);
        assertThat(database.number("SELECT count(*) FROM job_revisions")).isEqualTo(300);
    }

    @Test
    void one_that_cannot_be_created_does_not_take_the_others_along() {
        Job taken = job(null);
        get(open.writer().createJobs(List.of(Samples.create(EPOCH, taken))));
        Job again = new Job(
                taken.id(),
                1,
                taken.status(),
                taken.definition(),
                taken.createdAt(),
                taken.plannedThrough(),
                taken.nextNominalAt(),
                taken.nextDueAt(),
                1,
                samples.writeId());

        List<RowOutcome> outcomes = get(open.writer()
                .createJobs(List.of(
                        Samples.create(EPOCH, job(null)),
                        Samples.create(EPOCH, again),
                        Samples.create(EPOCH - 1, job(null)),
                        Samples.create(EPOCH, job(null)))));

        assertThat(outcomes)
                .containsExactly(
                        RowOutcome.APPLIED, RowOutcome.VERSION_LOST, RowOutcome.EPOCH_LOST, RowOutcome.APPLIED);
    }

    @Test
    void of_many_members_and_shards_that_want_one_key_one_gets_it_and_the_others_hear_who() {
        for (int round = 0; round < 20; round++) {
            String key = "key-" + round;
            List<Job> jobs = new ArrayList<>();
            List<CompletableFuture<List<RowOutcome>>> asked = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                Job job = job(key);
                jobs.add(job);
                GroupCommitter writer = i % 2 == 0 ? open.writer() : otherMember;
                asked.add(writer.createJobs(List.of(Samples.create(EPOCH, job))));
            }

            List<RowOutcome> outcomes =
                    asked.stream().map(each -> get(each).get(0)).toList();
            List<Integer> winners = new ArrayList<>();
            for (int i = 0; i < outcomes.size(); i++) {
                if (outcomes.get(i).durable()) {
                    winners.add(i);
                }
            }
            assertThat(winners).hasSize(1);
            Set<RowOutcome> others =
                    outcomes.stream().filter(outcome -> !outcome.durable()).collect(Collectors.toSet());
            assertThat(others)
                    .containsExactly(
                            RowOutcome.keyTaken(jobs.get(winners.get(0)).id().toString()));
        }
    }

    @Test
    void a_key_that_was_given_back_goes_to_one_of_those_who_want_it_then() {
        Job job = job("k");
        get(open.writer().createJobs(List.of(Samples.create(EPOCH, job))));
        Job deleted = job.changed(JobStatus.DELETED, Samples.NOW.plusSeconds(1), null, null, samples.writeId());
        open.write(Samples.change(EPOCH, job, deleted, List.of(), List.of()));

        CompletableFuture<List<RowOutcome>> one = open.writer().createJobs(List.of(Samples.create(EPOCH, job("k"))));
        CompletableFuture<List<RowOutcome>> other = otherMember.createJobs(List.of(Samples.create(EPOCH, job("k"))));

        assertThat(List.of(get(one).get(0).kind(), get(other).get(0).kind()))
                .containsExactlyInAnyOrder(RowOutcome.Kind.APPLIED, RowOutcome.Kind.KEY_TAKEN);
    }

    private Job job(@Nullable String key) {
        return samples.job(samples.jobId(), Samples.definition("job", key, "owner"));
    }
}
