package io.carillon.persistence.read;

import static io.carillon.persistence.fixture.OpenStore.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.schedule.ScheduleSpec.Cron;
import io.carillon.domain.schedule.TimeZones;
import io.carillon.domain.schedule.ZoneBook;
import io.carillon.domain.store.ZoneStore;
import io.carillon.domain.store.ZoneStore.Standing;
import io.carillon.domain.store.ZoneStore.Tally;
import io.carillon.domain.store.ZoneStore.ZonedJob;
import io.carillon.persistence.fixture.OpenStore;
import io.carillon.persistence.fixture.PostgresExtension;
import io.carillon.persistence.fixture.Samples;
import io.carillon.persistence.fixture.TestDatabase;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("postgres")
@ExtendWith(PostgresExtension.class)
class PgZoneStoreTest {

    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final ZoneRules PLUS_TWO = ZoneOffset.ofHours(2).getRules();

    private final TestDatabase database;
    private final Samples samples = new Samples(1);
    private final OpenStore store;
    private final ZoneStore zones;

    PgZoneStoreTest(TestDatabase database) {
        this.database = database;
        database.execute("TRUNCATE zone_editions, zone_rules, zone_progress");
        this.store = new OpenStore(database);
        this.zones = store.store().zoneStore();
    }

    @AfterEach
    void close() {
        store.close();
    }

    private int adopt(int after, String version, Map<String, ZoneRules> changed) {
        assertThat(get(zones.adopt(after, version, changed, NOW))).isTrue();
        return after + 1;
    }

    @Test
    void all_zones_of_the_jdk_are_kept_and_read_again() {
        assertThat(get(zones.book())).isEmpty();
        assertThat(get(zones.edition())).isZero();
        adopt(0, "2025a", TimeZones.all());

        ZoneBook book = get(zones.book()).orElseThrow();
        assertThat(book.edition()).isEqualTo(1);
        assertThat(book.version()).isEqualTo("2025a");
        assertThat(book.changes(TimeZones.all(), Instant.parse("1900-01-01T00:00:00Z")))
                .isEmpty();
        assertThat(database.column("SELECT tz_version FROM cluster_meta")).containsExactly("2025a");
    }

    @Test
    void an_edition_changes_what_it_names_and_leaves_older_ones_as_they_were() {
        adopt(0, "2025a", TimeZones.all());
        adopt(1, "2025b", Map.of("Europe/Berlin", PLUS_TWO));

        ZoneBook book = get(zones.book()).orElseThrow();
        assertThat(List.of(book.edition(), book.editionOf("Europe/Berlin"), book.editionOf("Asia/Tokyo")))
                .containsExactly(2, 2, 1);
        assertThat(book.rulesOf("Europe/Berlin", 2)).isEqualTo(PLUS_TWO);
        Instant summer = Instant.parse("2026-07-01T00:00:00Z");
        Instant winter = Instant.parse("2026-12-01T00:00:00Z");
        ZoneRules first = book.rulesOf("Europe/Berlin", 1);
        assertThat(first).isNotNull();
        assertThat(first.getOffset(summer)).isEqualTo(ZoneOffset.ofHours(2));
        assertThat(first.getOffset(winter)).isEqualTo(ZoneOffset.ofHours(1));
    }

    @Test
    void of_members_that_adopt_at_the_same_time_one_does() {
        adopt(0, "2025a", TimeZones.all());
        List<CompletableFuture<Boolean>> tries = IntStream.range(0, 8)
                .mapToObj(n -> zones.adopt(1, "2025b", Map.of("Europe/Berlin", PLUS_TWO), NOW))
                .toList();

        assertThat(tries.stream().map(OpenStore::get).filter(done -> done)).hasSize(1);
        assertThat(get(zones.edition())).isEqualTo(2);
    }

    @Test
    void progress_is_noted_once_a_shard_and_under_its_epoch_alone() {
        adopt(0, "2025a", TimeZones.all());
        assertThat(get(zones.standing())).isEqualTo(new Standing(1, 0, Tally.NONE));
        adopt(1, "2025b", Map.of("Europe/Berlin", PLUS_TWO));
        assertThat(get(zones.standing())).isEqualTo(new Standing(2, 256, Tally.NONE));

        assertThat(get(zones.finish(3, OpenStore.EPOCH - 1, 2, new Tally(9, 9), NOW)))
                .isFalse();
        assertThat(get(zones.finish(3, OpenStore.EPOCH, 2, new Tally(5, 4), NOW)))
                .isTrue();
        assertThat(get(zones.finish(3, OpenStore.EPOCH, 2, new Tally(1, 1), NOW)))
                .isFalse();
        assertThat(get(zones.finish(4, OpenStore.EPOCH, 2, new Tally(2, 0), NOW)))
                .isTrue();

        assertThat(get(zones.planned(Set.of(3, 4, 5)))).isEqualTo(Map.of(3, 2, 4, 2));
        assertThat(get(zones.standing())).isEqualTo(new Standing(2, 254, new Tally(7, 4)));
    }

    @Test
    void jobs_of_a_shard_are_paged_by_due_time_with_the_edition_they_are_planned_by() {
        List<Job> made = IntStream.range(0, 5)
                .mapToObj(n ->
                        store.create(job(new Cron("0 9 * * *", "Europe/Berlin", 1 + n % 2), NOW.plusSeconds(n / 2))))
                .toList();
        List<ZonedJob> seen = new ArrayList<>();
        @Nullable ZonedJob last = null;
        for (List<ZonedJob> page = get(zones.jobs(17, last, 2)); !page.isEmpty(); page = get(zones.jobs(17, last, 2))) {
            seen.addAll(page);
            last = page.get(page.size() - 1);
        }

        assertThat(seen)
                .containsExactlyInAnyOrderElementsOf(made.stream()
                        .map(job -> new ZonedJob(
                                job.id(),
                                Objects.requireNonNull(job.nextDueAt()),
                                "Europe/Berlin",
                                ((Cron) job.definition().schedule()).zoneEdition()))
                        .toList());
        assertThat(seen).isSortedAccordingTo(Comparator.comparing(ZonedJob::nextDueAt));
        assertThat(get(zones.jobs(18, null, 2))).isEmpty();
    }

    @Test
    void the_edition_of_a_definition_is_kept_with_it() {
        Cron cron = new Cron("0 9 * * *", "Europe/Berlin", 3);
        Job written = store.create(job(cron, NOW));

        assertThat(get(store.store().shardStore().loadJobs(List.of(written.id()))))
                .extracting(found -> found.definition().schedule())
                .containsExactly(cron);
    }

    private Job job(Cron cron, Instant due) {
        JobDefinition definition = Samples.definition("job", null, "default").withSchedule(cron);
        return new Job(samples.jobId(17), 1, JobStatus.ACTIVE, definition, NOW, NOW, due, due, 1, samples.writeId());
    }
}
