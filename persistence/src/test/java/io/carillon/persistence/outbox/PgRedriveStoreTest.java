package io.carillon.persistence.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.RunId;
import io.carillon.domain.job.Job;
import io.carillon.domain.store.DeadLetter;
import io.carillon.domain.store.Duties;
import io.carillon.domain.store.Redrive;
import io.carillon.domain.store.RedriveStore;
import io.carillon.domain.store.RunFilter;
import io.carillon.persistence.fixture.Deaths;
import io.carillon.persistence.fixture.OpenStore;
import io.carillon.persistence.fixture.PostgresExtension;
import io.carillon.persistence.fixture.Samples;
import io.carillon.persistence.fixture.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("postgres")
@ExtendWith(PostgresExtension.class)
class PgRedriveStoreTest {

    private static final Instant NOW = Samples.NOW.plusSeconds(600);
    private static final Principal ANYONE = Principal.ANONYMOUS;
    private static final Principal ALICE = new Principal("alice", "acme");
    private static final RunFilter ALL = new RunFilter(null, null, null, null, null, null);

    private final Samples samples = new Samples(51);
    private final TestDatabase database;
    private final OpenStore open;
    private final Deaths deaths;
    private final RedriveStore store;

    PgRedriveStoreTest(TestDatabase database) {
        this.database = database;
        this.open = new OpenStore(database);
        this.deaths = new Deaths(open, samples);
        this.store = open.store().redrives();
        database.execute("TRUNCATE redrives, duties");
    }

    @AfterEach
    void close() {
        open.close();
    }

    @Test
    void a_redrive_is_read_as_it_was_written() {
        RunFilter filter = new RunFilter(samples.jobId(), "acme", "p", null, NOW.minusSeconds(9), NOW);
        Redrive redrive = Redrive.begun(samples.writeId(), ALICE, filter, NOW);
        store.begin(redrive);
        store.begin(Redrive.begun(redrive.id(), ANYONE, ALL, NOW));

        assertThat(store.find(ALICE, redrive.id())).contains(redrive);
        assertThat(store.find(ANYONE, redrive.id())).contains(redrive);
        assertThat(store.find(new Principal("bob", "other"), redrive.id())).isEmpty();
        assertThat(store.countOpen(ALICE)).isEqualTo(1);
        assertThat(store.countOpen(ANYONE)).isZero();
    }

    @Test
    void its_next_version_is_written_once() {
        Redrive redrive = Redrive.begun(samples.writeId(), ALICE, ALL, NOW);
        store.begin(redrive);
        RunId run = RunId.of(samples.jobId(), NOW, io.carillon.domain.id.Trigger.SCHEDULE, null);
        Redrive next = redrive.stepped(
                List.of(run), List.of(Redrive.Answer.REDRIVEN), false, NOW, Duration.ZERO, Duration.ZERO);

        assertThat(store.save(next)).isTrue();
        assertThat(store.save(next)).isFalse();
        assertThat(store.find(ALICE, redrive.id())).contains(next);

        assertThat(store.save(next.stopped(NOW))).isTrue();
        assertThat(store.countOpen(ALICE)).isZero();
        assertThat(store.save(next.stopped(NOW).postponed(NOW)))
                .as("it has ended")
                .isFalse();
    }

    @Test
    void the_one_that_has_waited_longest_is_due_first_and_none_before_its_time() {
        Redrive early = Redrive.begun(samples.writeId(), ALICE, ALL, NOW.minusSeconds(2));
        Redrive late = Redrive.begun(samples.writeId(), ALICE, ALL, NOW);
        store.begin(late);
        store.begin(early);
        assertThat(store.due(NOW)).contains(early);
        store.save(early.postponed(NOW.plusSeconds(10)));
        assertThat(store.due(NOW)).contains(late);
        assertThat(store.due(NOW.minusSeconds(1))).isEmpty();
    }

    @Test
    void dead_runs_come_by_rising_id_within_filter_scope_and_time_of_death() {
        Job acme = deaths.job("acme");
        Job after = deaths.die(acme);
        deaths.die(after);
        Job other = deaths.job("other");
        deaths.die(other);
        List<RunId> ofAcme =
                new java.util.ArrayList<>(open.store().deadLetters().page(ALICE, ALL, 10, null).items().stream()
                        .map(DeadLetter::run)
                        .map(io.carillon.domain.run.Run::id)
                        .toList());
        Collections.reverse(ofAcme);

        assertThat(store.dead(Redrive.begun(new UUID(0, 1), ANYONE, ALL, NOW), 10))
                .hasSize(3)
                .isSortedAccordingTo((a, b) -> io.carillon.domain.id.Uuids.compareUnsigned(a.value(), b.value()));
        Redrive scoped = Redrive.begun(new UUID(0, 1), ALICE, ALL, NOW);
        assertThat(store.dead(scoped, 10)).isEqualTo(ofAcme);
        assertThat(store.dead(scoped, 1)).isEqualTo(ofAcme.subList(0, 1));
        assertThat(store.dead(
                        scoped.stepped(
                                ofAcme.subList(0, 1),
                                List.of(Redrive.Answer.REFUSED),
                                false,
                                NOW,
                                Duration.ZERO,
                                Duration.ZERO),
                        10))
                .isEqualTo(ofAcme.subList(1, 2));
        RunFilter ofOther = new RunFilter(other.id(), "other", "default", null, Samples.NOW, NOW);
        assertThat(store.dead(Redrive.begun(new UUID(0, 1), ANYONE, ofOther, NOW), 10))
                .hasSize(1);
        assertThat(store.dead(Redrive.begun(new UUID(0, 1), ANYONE, ALL, Samples.NOW), 10))
                .as("those that died later")
                .isEmpty();
    }

    @Test
    void those_that_were_redriven_and_have_not_started_are_counted() {
        deaths.die(deaths.job("acme"));
        List<RunId> dead = store.dead(Redrive.begun(new UUID(0, 1), ANYONE, ALL, NOW), 10);
        assertThat(store.countWaiting(dead)).isZero();
        database.execute("UPDATE runs SET state = 0, ended_at = NULL, died_at = NULL, reason = 'redriven'");
        assertThat(store.countWaiting(dead)).isEqualTo(1);
        assertThat(store.countWaiting(List.of())).isZero();
    }

    @Test
    void a_duty_has_one_holder_until_its_time_is_over() {
        Duties duties = open.store().duties();
        assertThat(duties.hold("d", "a", NOW, NOW.plusSeconds(30))).isTrue();
        assertThat(duties.hold("d", "b", NOW.plusSeconds(29), NOW.plusSeconds(60)))
                .isFalse();
        assertThat(duties.hold("other", "b", NOW, NOW.plusSeconds(60))).isTrue();
        assertThat(duties.hold("d", "a", NOW.plusSeconds(29), NOW.plusSeconds(59)))
                .as("renewed")
                .isTrue();
        assertThat(duties.hold("d", "b", NOW.plusSeconds(59), NOW.plusSeconds(89)))
                .isTrue();
        assertThat(duties.hold("d", "a", NOW.plusSeconds(60), NOW.plusSeconds(90)))
                .isFalse();
    }
}
