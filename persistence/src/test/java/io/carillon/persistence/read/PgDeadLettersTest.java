package io.carillon.persistence.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.carillon.domain.access.Principal;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.Payload;
import io.carillon.domain.run.AttemptEnd;
import io.carillon.domain.run.AttemptError;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.domain.store.DeadLetter;
import io.carillon.domain.store.DeadLetters;
import io.carillon.domain.store.Page;
import io.carillon.domain.store.RunFilter;
import io.carillon.persistence.fixture.Deaths;
import io.carillon.persistence.fixture.OpenStore;
import io.carillon.persistence.fixture.PostgresExtension;
import io.carillon.persistence.fixture.Samples;
import io.carillon.persistence.fixture.TestDatabase;
import io.carillon.persistence.schema.PartitionKeeper;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("postgres")
@ExtendWith(PostgresExtension.class)
class PgDeadLettersTest {

    private static final Principal ANYONE = Principal.ANONYMOUS;
    private static final RunFilter ALL = new RunFilter(null, null, null, null, null, null);

    private final Samples samples = new Samples(41);
    private final TestDatabase database;
    private final OpenStore open;
    private final Deaths deaths;
    private final DeadLetters letters;

    PgDeadLettersTest(TestDatabase database) {
        this.database = database;
        this.open = new OpenStore(database);
        this.deaths = new Deaths(open, samples);
        this.letters = open.store().deadLetters();
    }

    @BeforeAll
    static void make_days(TestDatabase database) throws SQLException {
        new PartitionKeeper(database.dataSource(), (table, rows) -> {}).prepare(Samples.NOW, 30);
    }

    @AfterEach
    void close() {
        open.close();
    }

    @Test
    void a_dead_run_is_listed_with_payload_and_last_error() {
        Job job = deaths.job("acme");
        deaths.die(job);

        DeadLetter letter = letters.page(ANYONE, ALL, 10, null).items().get(0);

        assertThat(letter.run().jobId()).isEqualTo(job.id());
        assertThat(letter.run().state()).isEqualTo(RunState.DEAD);
        assertThat(letter.payload()).isEqualTo(Payload.ofJson("{\"n\":1}"));
        assertThat(letter.lastError()).isEqualTo(new AttemptError("Boom", "it broke", "at Boom"));
    }

    @Test
    void runs_that_live_succeeded_or_were_redriven_are_not_listed() {
        Job job = deaths.job("acme");
        Job next = deaths.die(job);
        open.write(samples.claim(OpenStore.EPOCH, next));
        Run dead = letters.page(ANYONE, ALL, 10, null).items().get(0).run();

        Run redriven = open.write(redriven(dead));
        assertThat(letters.page(ANYONE, ALL, 10, null).items()).isEmpty();

        open.write(samples.ended(open.write(samples.started(redriven, 100)), RunState.SUCCEEDED, AttemptEnd.SUCCEEDED));
        assertThat(letters.page(ANYONE, ALL, 10, null).items()).isEmpty();
        assertThat(database.number("SELECT count(*) FROM runs WHERE died_at IS NOT NULL"))
                .isZero();
    }

    @Test
    void they_are_found_by_owner_job_pool_and_time_and_never_beyond_the_scope() {
        Job acme = deaths.job("acme");
        Job other = deaths.job("other");
        Job acmeAfter = deaths.die(acme);
        deaths.die(acmeAfter);
        deaths.die(other);
        Instant first = Samples.NOW.plusSeconds(60);

        assertThat(count(ANYONE, ALL)).isEqualTo(3);
        assertThat(count(ANYONE, new RunFilter(null, "acme", null, null, null, null)))
                .isEqualTo(2);
        assertThat(count(ANYONE, new RunFilter(other.id(), null, null, null, null, null)))
                .isEqualTo(1);
        assertThat(count(ANYONE, new RunFilter(null, null, "elsewhere", null, null, null)))
                .isZero();
        assertThat(count(ANYONE, new RunFilter(null, null, "default", null, first, first.plusSeconds(1))))
                .isEqualTo(2);
        Principal ofOther = new Principal("bob", "other");
        assertThat(count(ofOther, ALL)).isEqualTo(1);
        assertThat(count(ofOther, new RunFilter(null, "acme", null, null, null, null)))
                .isZero();
    }

    @Test
    void pages_go_from_new_to_old_without_a_gap() {
        Job job = deaths.job("acme");
        for (int i = 0; i < 7; i++) {
            job = deaths.die(job);
        }
        assertThat(pages(3)).containsExactly(3, 3, 1);
        assertThatThrownBy(() -> letters.page(ANYONE, ALL, 3, "cnVucw")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_page_ends_early_where_payloads_are_large() {
        JobDefinition small = Samples.definition("job", null, "acme");
        Payload large = Payload.ofJson("\"" + "x".repeat(65_000) + "\"");
        JobDefinition definition = new JobDefinition(
                small.name(),
                null,
                "acme",
                small.schedule(),
                large,
                small.pool(),
                small.handler(),
                null,
                small.retry(),
                small.timeout(),
                null,
                small.misfire(),
                small.misfireAfter(),
                small.overlap(),
                small.timing(),
                null,
                small.priority(),
                null,
                null,
                small.labels());
        Job job = deaths.job(definition);
        for (int i = 0; i < 40; i++) {
            job = deaths.die(job);
        }
        List<Integer> sizes = pages(1_000);
        assertThat(sizes).hasSize(2);
        assertThat(sizes.get(0)).isBetween(32, 34);
        assertThat(sizes.stream().mapToInt(Integer::intValue).sum()).isEqualTo(40);
    }

    private List<Integer> pages(int limit) {
        List<Integer> sizes = new ArrayList<>();
        List<Instant> nominals = new ArrayList<>();
        @Nullable String cursor = null;
        do {
            Page<DeadLetter> page = letters.page(ANYONE, ALL, limit, cursor);
            sizes.add(page.items().size());
            page.items().forEach(letter -> nominals.add(letter.run().nominalAt()));
            cursor = page.nextCursor();
        } while (cursor != null);
        assertThat(nominals)
                .isSortedAccordingTo(java.util.Comparator.reverseOrder())
                .doesNotHaveDuplicates();
        return sizes;
    }

    private int count(Principal principal, RunFilter filter) {
        return letters.page(principal, filter, 100, null).items().size();
    }

    private Run redriven(Run dead) {
        return new Run(
                dead.id(),
                dead.jobId(),
                dead.revision(),
                dead.trigger(),
                dead.ownerId(),
                dead.pool(),
                dead.nominalAt(),
                dead.dueAt(),
                RunState.WAITING,
                dead.attempt(),
                0,
                0,
                Samples.NOW,
                dead.startedAt(),
                null,
                null,
                dead.fencingToken(),
                dead.workerId(),
                dead.lastEnd(),
                "redriven",
                null,
                dead.version() + 1,
                samples.writeId());
    }
}
