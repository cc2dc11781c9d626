package io.carillon.engine.shard;

import static io.carillon.engine.testkit.JobMaker.cron;
import static io.carillon.engine.testkit.JobMaker.jobIdIn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.carillon.domain.id.JobId;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobReply.Done;
import io.carillon.domain.job.JobReply.Replaced;
import io.carillon.domain.job.JobReply.Replaced.How;
import io.carillon.domain.job.MisfirePolicy;
import io.carillon.domain.job.Timing;
import io.carillon.domain.ledger.JobRevision;
import io.carillon.domain.ledger.Marks;
import io.carillon.domain.ledger.Recount;
import io.carillon.domain.ledger.Recount.Hole;
import io.carillon.domain.ledger.Recount.Window;
import io.carillon.domain.ledger.Revision;
import io.carillon.domain.ledger.RunMark;
import io.carillon.domain.ledger.Slice;
import io.carillon.domain.plan.SkipRange;
import io.carillon.domain.plan.SkipReason;
import io.carillon.domain.run.Run;
import io.carillon.domain.schedule.RuleChange;
import io.carillon.domain.schedule.ScheduleSpec;
import io.carillon.domain.schedule.ScheduleSpec.Cron;
import io.carillon.domain.schedule.ScheduleSpec.Every;
import io.carillon.domain.store.ZoneStore.Tally;
import io.carillon.engine.schedule.ScheduleReader;
import io.carillon.engine.shard.LoopWorld.Member;
import io.carillon.engine.testkit.FakeStore.Fault;
import io.carillon.engine.testkit.FakeStore.Op;
import io.carillon.engine.testkit.JobMaker;
import io.carillon.engine.testkit.Ledger;
import io.carillon.engine.testkit.MemoryZones;
import io.carillon.engine.testkit.Rows;
import io.carillon.engine.testkit.VirtualTime;
import io.carillon.engine.zone.AgreedZones;
import io.carillon.engine.zone.RuntimeZones;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.groups.Tuple;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A government changes the clocks of a city while jobs are planned, claimed ahead, owed and paused. */
class ReplanningTest {

    private static final ZoneOffset ONE = ZoneOffset.ofHours(1);
    private static final ZoneOffset TWO = ZoneOffset.ofHours(2);

    /** Midnight after the world begins, by the clocks of the city. */
    private static final LocalDateTime NIGHT = LocalDateTime.parse("2026-03-02T00:00:00");

    private static final RuntimeZones OLD =
            new RuntimeZones("2026a", Map.of("Test/City", ONE.getRules(), "Test/Town", ONE.getRules()));

    /** The city goes an hour forward that night, to stay. */
    private static final RuntimeZones NEW = new RuntimeZones(
            "2026b", Map.of("Test/City", forward(NIGHT), "Test/Town", ONE.getRules(), "Test/Village", TWO.getRules()));

    private final LoopWorld world = new LoopWorld();
    private final MemoryZones store = new MemoryZones(world.rows);
    private final AgreedZones zones = zones(OLD);
    private final Member member = world.member("m", zones).gain(1, 2, 3).worker(100);
    private final JobId city = jobIdIn(1, 0);
    private final JobId town = jobIdIn(1, 1);

    private static ZoneRules forward(LocalDateTime at) {
        return ZoneRules.of(ONE, ONE, List.of(), List.of(ZoneOffsetTransition.of(at, ONE, TWO)), List.of());
    }

    private AgreedZones zones(RuntimeZones runtime) {
        return AgreedZones.open(store, runtime, world.now()).join();
    }

    private static JobMaker daily(String time, String zone) {
        LocalTime at = LocalTime.parse(time);
        return cron(at.getMinute() + " " + at.getHour() + " * * *", zone).timing(Timing.EXACT, null);
    }

    /** A member with newer zone data starts, and the one here hears of it. */
    private void adopt() {
        adopt(NEW);
    }

    private void adopt(RuntimeZones newer) {
        zones(newer);
        zones.refresh().join();
        // Until nothing that was decided before can be under way any more.
        world.advance(Duration.ofSeconds(15));
    }

    private Job job(JobId id) {
        return world.rows.job(id).orElseThrow();
    }

    @AfterEach
    void every_occurrence_is_accounted_for_by_the_rules_that_its_revision_was_planned_by() {
        zones.refresh().join();
        assertThat(Ledger.faultsOf(world.rows, new ScheduleReader(zones))).isEmpty();
        assertThat(recounted()).isEmpty();
        assertThat(world.faults()).isEmpty();
    }

    /** What an audit of the whole time would find wrong. */
    private List<Hole> recounted() {
        Window all = new Window(VirtualTime.START.minus(Duration.ofDays(1)), world.now());
        Recount recount = Recount.of(
                world.rows.jobs().stream().flatMap(this::revisionsOf).toList(),
                any -> all,
                world.now(),
                new ScheduleReader(zones));
        List<Hole> holes = new ArrayList<>();
        for (List<Slice> question = recount.question(); !question.isEmpty(); question = recount.question()) {
            holes.addAll(recount.judge(
                            question.stream().map(slice -> marksOf(slice.job())).toList())
                    .holes());
        }
        return holes;
    }

    private Stream<JobRevision> revisionsOf(Job job) {
        List<Rows.Revision> revisions = world.rows.revisionsOf(job.id());
        return IntStream.range(0, revisions.size()).mapToObj(n -> {
            Rows.Revision each = revisions.get(n);
            return new JobRevision(
                    job.id(),
                    job.status(),
                    job.plannedThrough(),
                    new Revision(n + 1, each.definition(), each.from(), each.to()));
        });
    }

    private Marks marksOf(JobId id) {
        return new Marks(
                world.rows.runsOf(id).stream()
                        .map(run -> new RunMark(run.revision(), run.nominalAt()))
                        .toList(),
                world.rows.skipsOf(id));
    }

    @Test
    void jobs_of_the_changed_zone_are_planned_anew_and_no_others() {
        JobId utcRate = jobIdIn(2, 0);
        member.create(city, daily("09:30", "Test/City"));
        member.create(town, daily("09:30", "Test/Town"));
        member.create(utcRate, JobMaker.of(everyHour()));
        adopt();

        assertThat(job(city).revision()).isEqualTo(2);
        assertThat(job(city).nextNominalAt()).isEqualTo("2026-03-02T07:30:00Z");
        assertThat(job(city).definition().schedule()).isEqualTo(new Cron("30 9 * * *", "Test/City", 2));
        assertThat(List.of(job(town).revision(), job(utcRate).revision())).containsExactly(1L, 1L);
        assertThat(job(town).nextNominalAt()).isEqualTo("2026-03-02T08:30:00Z");
        assertThat(world.events.count("replanned")).isEqualTo(1);
        assertThat(world.events.count("replanned and moved")).isEqualTo(1);
        assertThat(store.finished(2))
                .containsExactly(Map.entry(1, new Tally(1, 1)), Map.entry(2, Tally.NONE), Map.entry(3, Tally.NONE));

        world.advanceTo(Instant.parse("2026-03-02T07:30:00Z"));
        assertThat(runsOf(city)).containsExactly(tuple(Instant.parse("2026-03-02T07:30:00Z"), 2L));
    }

    @Test
    void a_time_that_stays_is_planned_anew_and_not_counted_as_moved() {
        member.create(city, daily("23:30", "Test/City"));
        adopt();

        assertThat(job(city).revision()).isEqualTo(2);
        assertThat(job(city).nextNominalAt()).isEqualTo("2026-03-01T22:30:00Z");
        assertThat(store.finished(2)).containsEntry(1, new Tally(1, 0));
    }

    @Test
    void each_job_is_planned_anew_once_although_the_owner_dies_in_the_middle() {
        List<JobId> jobs = IntStream.range(0, 600).mapToObj(n -> jobIdIn(1, n)).toList();
        jobs.forEach(id -> member.create(id, daily("09:30", "Test/City")));
        zones(NEW);
        zones.refresh().join();
        while (world.events.count("replanned") == 0) {
            world.advance(Duration.ofMillis(100));
        }
        member.kill();
        assertThat(world.events.count("replanned")).isLessThan(600);
        assertThat(store.finished(2)).isEmpty();

        world.member("n", zones(OLD)).gain(1, 2, 3);
        world.advance(Duration.ofSeconds(30));
        assertThat(jobs).allSatisfy(id -> {
            assertThat(job(id).revision()).isEqualTo(2);
            assertThat(job(id).nextNominalAt()).isEqualTo("2026-03-02T07:30:00Z");
        });
        assertThat(world.events.count("replanned")).isEqualTo(600);
        assertThat(store.finished(2)).containsOnlyKeys(1, 2, 3);
    }

    @Test
    void a_shard_that_is_done_is_not_looked_through_again_by_its_next_owner() {
        member.create(city, daily("09:30", "Test/City"));
        adopt();
        member.kill();
        world.member("n", zones(NEW)).gain(1, 2, 3);
        world.advance(Duration.ofMinutes(1));

        assertThat(job(city).revision()).isEqualTo(2);
        assertThat(store.finished(2)).containsEntry(1, new Tally(1, 1));
    }

    @Test
    void what_was_claimed_ahead_by_the_old_rules_and_has_passed_by_the_new_ones_is_run_once() {
        // By the new rules it was one o'clock an hour before, as the clocks jumped.
        Instant due = Instant.parse("2026-03-02T00:00:00Z");
        member.create(city, daily("01:00", "Test/City"));
        changeRulesWithTheClaimMade(due);

        assertThat(runsOf(city)).containsExactly(tuple(changeOf(city), 2L));
        assertThat(job(city).nextNominalAt()).isEqualTo("2026-03-02T23:00:00Z");
    }

    @Test
    void what_was_claimed_ahead_and_is_owed_by_both_is_run_once_by_the_new_rules() {
        Instant due = VirtualTime.START.plus(Duration.ofMinutes(1));
        member.create(city, daily("13:01", "Test/City"));
        changeRulesWithTheClaimMade(due);

        assertThat(runsOf(city)).containsExactly(tuple(due, 2L));
    }

    private void changeRulesWithTheClaimMade(Instant due) {
        world.advanceTo(due.minusMillis(12_500));
        zones(NEW);
        zones.refresh().join();
        world.advanceTo(due.minusMillis(1_600));
        assertThat(world.rows.runsOf(city))
                .extracting(Run::nominalAt, Run::revision)
                .containsExactly(tuple(due, 1L));
        world.advanceTo(due.minusMillis(10));
        assertThat(job(city).revision()).isEqualTo(2);
        world.advance(Duration.ofSeconds(30));
    }

    private List<Tuple> runsOf(JobId id) {
        return world.rows.runsOf(id).stream()
                .map(run -> tuple(run.nominalAt(), run.revision()))
                .toList();
    }

    @Test
    void what_was_owed_while_nobody_was_there_is_settled_by_the_old_rules() {
        JobMaker made = daily("09:30", "Test/City").misfire(MisfirePolicy.RUN_ALL, Duration.ofMinutes(5));
        member.create(city, made);
        member.kill();
        world.advanceTo(Instant.parse("2026-03-02T09:00:00Z"));
        AgreedZones newer = zones(NEW);
        world.member("n", newer).gain(1, 2, 3).worker(10);
        world.advance(Duration.ofSeconds(20));

        // By the old rules it was 09:30 at 08:30 UTC, and nobody had planned it otherwise.
        assertThat(runsOf(city)).containsExactly(tuple(Instant.parse("2026-03-02T08:30:00Z"), 1L));
        assertThat(job(city).nextNominalAt()).isEqualTo("2026-03-03T07:30:00Z");
    }

    @Test
    void a_paused_job_counts_its_pause_by_the_old_rules_and_goes_on_by_the_new_ones() {
        member.create(city, daily("09:30", "Test/City"));
        member.pause(city);
        adopt();
        assertThat(job(city).revision()).isEqualTo(1);
        world.advanceTo(Instant.parse("2026-03-02T12:00:00Z"));

        assertThat(member.resume(city).answer()).isEqualTo(new Done());
        assertThat(job(city).nextNominalAt()).isEqualTo("2026-03-03T07:30:00Z");
        assertThat(world.rows.skipsOf(city))
                .extracting(SkipRange::nominalFirst, SkipRange::n, SkipRange::reason)
                .containsExactly(tuple(Instant.parse("2026-03-02T08:30:00Z"), 1L, SkipReason.PAUSED));
    }

    /**
     * What a job that was created at 13:00 runs until 17:00, if its zone turns out to have gone by other clocks at 13:45.
     *
     * @param newer hours that the clocks are ahead of UTC, instead of one
     * @param runs UTC; "now" is the moment of planning anew
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            skipped: at once, one for all         | 2 | 0,5 14 * * *         | now
            skipped, and one to come              | 2 | 55 13,14 * * *       | now 12:55
            not skipped                           | 2 | 30 15 * * *          | 13:30
            run before, not skipped               | 2 | 30 13 * * *          | 12:30
            skipped, a rhythm                     | 2 | */30 9-17 * * *      | 12:30 13:00 13:30 14:00 14:30 15:00 15:30
            skipped, beside a rhythm              | 2 | 15 14,15-16 * * *    | now 13:15 14:15
            repeated                              | 0 | 30 13 * * *          | 12:30
            repeated, and one to come             | 0 | 30,50 13 * * *       | 12:30 13:50
            repeated, a rhythm                    | 0 | */30 9-17 * * *      | 12:30 13:00 13:30 14:00 14:30 15:00 15:30 16:00
            repeated, beside a rhythm             | 0 | 30 13,14-15 * * *    | 12:30 14:30 15:30
            claimed by neither                    | 0 | 0 15 * * *           | 15:00
            """)
    void clocks_that_went_otherwise_already(String what, int newer, String cron, String runs) {
        member.create(city, cron(cron, "Test/City").timing(Timing.EXACT, null));
        world.advanceTo(Instant.parse("2026-03-01T12:45:00Z"));
        adopt(sinceEver(newer));
        world.advanceTo(Instant.parse("2026-03-01T16:00:00Z"));

        Instant change = changeOf(city);
        assertThat(world.rows.runsOf(city).stream()
                        .map(Run::nominalAt)
                        .sorted()
                        .map(at -> at.equals(change)
                                ? "now"
                                : at.toString().substring("2026-03-01T".length(), "2026-03-01Thh:mm".length())))
                .as(what)
                .containsExactly(runs.split(" "));
        assertThat(world.rows.skipsOf(city)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(MisfirePolicy.class)
    void what_the_new_clocks_have_passed_is_not_late_whatever_is_done_with_late_ones(MisfirePolicy policy) {
        member.create(city, daily("14:30", "Test/City").misfire(policy, Duration.ofSeconds(1)));
        world.advanceTo(Instant.parse("2026-03-01T12:45:00Z"));
        adopt(sinceEver(2));

        assertThat(runsOf(city)).containsExactly(tuple(changeOf(city), 2L));
        assertThat(job(city).nextNominalAt()).isEqualTo("2026-03-02T12:30:00Z");
    }

    @Test
    void the_bounds_of_a_job_hold_for_what_a_change_makes_up_for() {
        JobId ended = jobIdIn(2, 0);
        JobId starting = jobIdIn(3, 0);
        Instant adoption = Instant.parse("2026-03-01T12:45:00Z");
        member.create(
                ended,
                cron("*/30 12-13,14 * * *", "Test/City")
                        .timing(Timing.EXACT, null)
                        .endsAt(adoption));
        member.create(starting, daily("14:30", "Test/City").startsAt(Instant.parse("2026-03-01T13:00:00Z")));
        world.advanceTo(adoption);
        adopt(sinceEver(2));
        world.advanceTo(Instant.parse("2026-03-01T16:00:00Z"));

        assertThat(runsOf(ended)).containsExactly(tuple(Instant.parse("2026-03-01T12:30:00Z"), 1L));
        assertThat(runsOf(starting)).isEmpty();
        assertThat(job(starting).nextNominalAt()).isEqualTo("2026-03-02T12:30:00Z");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void a_pause_swallows_what_its_change_of_rules_skips_or_repeats(int newer) {
        member.create(city, daily("14:30", "Test/City"));
        member.pause(city);
        adopt(sinceEver(newer));
        world.advanceTo(Instant.parse("2026-03-01T13:45:00Z"));

        // 14:45 by the old clocks; 13:45 or 15:45 by the new ones.
        assertThat(member.resume(city).answer()).isEqualTo(new Done());
        assertThat(world.rows.skipsOf(city))
                .extracting(SkipRange::nominalFirst, SkipRange::n, SkipRange::reason)
                .containsExactly(tuple(Instant.parse("2026-03-01T13:30:00Z"), 1L, SkipReason.PAUSED));
        assertThat(job(city).nextNominalAt())
                .isEqualTo(LocalDateTime.parse("2026-03-02T14:30:00").toInstant(ZoneOffset.ofHours(newer)));
    }

    @Test
    void a_change_by_a_user_that_comes_first_goes_over_to_the_new_rules_in_the_same_way() {
        member.create(city, daily("14:30", "Test/City"));
        world.advanceTo(Instant.parse("2026-03-01T12:45:00Z"));
        zones(sinceEver(2));
        zones.refresh().join();
        member.replace(city, daily("14:30", "Test/City").priority(7));
        world.advance(Duration.ofSeconds(30));

        assertThat(runsOf(city)).containsExactly(tuple(Instant.parse("2026-03-01T12:45:01Z"), 2L));
        assertThat(job(city).revision()).isEqualTo(2);
        assertThat(job(city).nextNominalAt()).isEqualTo("2026-03-02T12:30:00Z");
    }

    @Test
    void rules_that_change_back_within_the_hour_repeat_nothing() {
        member.create(city, daily("13:30", "Test/City"));
        world.advanceTo(Instant.parse("2026-03-01T12:45:00Z"));
        adopt(sinceEver("2026b", 0));
        world.advanceTo(Instant.parse("2026-03-01T13:10:00Z"));
        adopt(sinceEver("2026c", 1));
        world.advanceTo(Instant.parse("2026-03-01T13:15:00Z"));
        adopt(sinceEver("2026d", 0));
        world.advanceTo(Instant.parse("2026-03-01T16:00:00Z"));

        assertThat(runsOf(city)).containsExactly(tuple(Instant.parse("2026-03-01T12:30:00Z"), 1L));
        assertThat(job(city).nextNominalAt()).isEqualTo("2026-03-02T13:30:00Z");
    }

    private static RuntimeZones sinceEver(int hours) {
        return sinceEver("2026b", hours);
    }

    private static RuntimeZones sinceEver(String version, int hours) {
        return new RuntimeZones(
                version, Map.of("Test/City", ZoneOffset.ofHours(hours).getRules(), "Test/Town", ONE.getRules()));
    }

    /** When the job went over to newer rules; null if that made no difference. */
    private @Nullable Instant changeOf(JobId id) {
        RuleChange change = ((Cron) job(id).definition().schedule()).ruleChange();
        return change == null ? null : change.at();
    }

    @Test
    void the_same_definition_put_again_is_unchanged_whatever_rules_it_is_planned_by() {
        member.create(city, daily("09:30", "Test/City"));
        adopt();

        assertThat(member.replace(city, daily("09:30", "Test/City")).answer())
                .isEqualTo(new Replaced(city, 2, How.UNCHANGED));
        assertThat(member.replace(city, daily("09:45", "Test/City")).answer())
                .isEqualTo(new Replaced(city, 3, How.CHANGED));
        assertThat(job(city).nextNominalAt()).isEqualTo("2026-03-02T07:45:00Z");
    }

    @Test
    void a_store_that_is_away_delays_planning_anew_and_loses_nothing() {
        member.create(city, daily("09:30", "Test/City"));
        zones(NEW);
        zones.refresh().join();
        store.away(true);
        world.advance(Duration.ofMinutes(1));
        assertThat(job(city).revision()).isEqualTo(1);
        store.away(false);
        member.store.failNext(Op.LOAD_LIVE_RUNS_OF, Fault.BEFORE_COMMIT);
        member.store.failNext(Op.WRITE_JOBS, Fault.AFTER_COMMIT);
        world.advance(Duration.ofMinutes(1));

        assertThat(job(city).revision()).isEqualTo(2);
        assertThat(store.finished(2)).containsOnlyKeys(1, 2, 3);
    }

    @Test
    void a_job_that_the_store_refuses_holds_up_no_other_and_is_planned_anew_once_it_is_taken() {
        JobId neighbour = jobIdIn(1, 2);
        JobId elsewhere = jobIdIn(3, 0);
        List.of(city, neighbour, elsewhere).forEach(id -> member.create(id, daily("09:30", "Test/City")));
        world.rows.reject(city, "no such thing");
        int before = member.store.calls(Op.WRITE_JOBS);
        adopt();
        world.advance(Duration.ofMinutes(2));

        assertThat(List.of(
                        job(city).revision(),
                        job(neighbour).revision(),
                        job(elsewhere).revision()))
                .containsExactly(1L, 2L, 2L);
        assertThat(store.finished(2)).as("not that with the refused one").containsOnlyKeys(2, 3);
        assertThat(member.store.calls(Op.WRITE_JOBS) - before)
                .as("the refused one three times, the others once")
                .isEqualTo(5);

        world.rows.rejectNothing();
        world.advance(Duration.ofMinutes(5));
        assertThat(job(city).nextNominalAt()).isEqualTo("2026-03-02T07:30:00Z");
        assertThat(store.finished(2)).containsEntry(1, new Tally(2, 2));
    }

    @Test
    void a_member_with_older_zone_data_plans_by_the_book_as_all_others_do() {
        adopt();
        AgreedZones behind = zones(OLD);

        assertThat(behind.isBehind()).isTrue();
        assertThat(behind.edition()).isEqualTo(2);
        assertThat(new ScheduleReader(behind).knowsZone("Test/Village")).isTrue();
        member.kill();
        Member old = world.member("old", behind).gain(1, 2, 3);
        old.create(city, daily("09:30", "Test/City"));
        assertThat(job(city).nextNominalAt()).isEqualTo("2026-03-02T07:30:00Z");
        assertThat(store.edition().join()).isEqualTo(2);
    }

    @Test
    void members_that_start_together_make_one_edition() {
        zones(NEW);
        zones(NEW);

        assertThat(store.edition().join()).isEqualTo(2);
    }

    private static ScheduleSpec everyHour() {
        return new Every(Duration.ofHours(1), VirtualTime.START);
    }
}
