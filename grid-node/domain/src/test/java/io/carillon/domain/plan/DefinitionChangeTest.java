package io.carillon.domain.plan;

import static io.carillon.domain.plan.Planned.ID;
import static io.carillon.domain.plan.Planned.NOON;
import static io.carillon.domain.plan.Planned.PLANNER;
import static io.carillon.domain.plan.Planned.at;
import static io.carillon.domain.plan.Planned.definition;
import static io.carillon.domain.plan.Planned.job;
import static io.carillon.domain.plan.Planned.writeId;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.access.Principal;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobCommand.Delete;
import io.carillon.domain.job.JobCommand.Pause;
import io.carillon.domain.job.JobCommand.Replace;
import io.carillon.domain.job.JobCommand.Replace.Existence;
import io.carillon.domain.job.JobCommand.Resume;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.JobReply.Refusal;
import io.carillon.domain.job.JobReply.Refused;
import io.carillon.domain.job.JobReply.Replaced;
import io.carillon.domain.job.JobReply.Replaced.How;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.job.MisfirePolicy;
import io.carillon.domain.job.OverlapPolicy;
import io.carillon.domain.plan.JobDecision.Answered;
import io.carillon.domain.plan.JobDecision.Changed;
import io.carillon.domain.plan.JobDecision.Step;
import io.carillon.domain.plan.Planned.Account;
import io.carillon.domain.plan.Planned.Definition;
import io.carillon.domain.run.Run;
import io.carillon.domain.schedule.ScheduleSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A job that goes on under another definition: what the old one owed is settled, the new one owes what comes after. */
class DefinitionChangeTest {

    private static final Duration AHEAD = Duration.ofSeconds(2);
    private static final Principal ME = Principal.ANONYMOUS;

    @SuppressWarnings("UnnecessaryLambda") // composed with others
    private static final Consumer<Definition> EVERY_SECOND = d -> {};

    @SuppressWarnings("UnnecessaryLambda") // composed with others
    private static final Consumer<Definition> RENAMED = d -> d.name = "renamed";

    private final JobChanges changes = new JobChanges(PLANNER);
    /** Nominal times whose runs were cancelled before they were due. */
    private final Set<Instant> cancelled = new HashSet<>();

    // ---- recurring jobs

    @Test
    void the_old_definition_is_settled_up_to_now_and_the_new_one_owes_what_comes_after() {
        Account account = new Account(job(EVERY_SECOND)).claim(at(3), AHEAD);
        Instant now = at(7).plusMillis(500);
        Changed changed = (Changed) replace(account, every(10, NOON), now);
        assertThat(changed.reply()).isEqualTo(new Replaced(ID, 2, How.CHANGED));
        assertThat(changed.change().definitionChanged()).isTrue();
        account.write(changed.change());

        assertThat(account.nominals()).containsExactly(at(1), at(2), at(3), at(4), at(5), at(6), at(7));
        assertThat(account.runs).allMatch(run -> run.revision() == 1);
        assertThat(account.job)
                .extracting(Job::revision, Job::plannedThrough, Job::nextDueAt, Job::status)
                .containsExactly(2L, now, at(10), JobStatus.ACTIVE);
        account.claim(at(30), Duration.ZERO);
        assertThat(account.runs)
                .filteredOn(run -> run.revision() == 2)
                .extracting(Run::nominalAt)
                .containsExactly(at(10), at(20), at(30));
        assertThat(account.faults()).isEmpty();
    }

    @Test
    void what_was_claimed_ahead_is_withdrawn_and_claimed_again_under_the_new_definition() {
        Account account = new Account(job(EVERY_SECOND)).claim(at(3), AHEAD);
        account.write(((Changed) replace(account, RENAMED, at(3))).change());
        assertThat(account.nominals()).containsExactly(at(1), at(2), at(3));
        account.claim(at(3), AHEAD);
        assertThat(account.runs).extracting(Run::revision).containsExactly(1L, 1L, 1L, 2L, 2L);
        assertThat(account.faults()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(MisfirePolicy.class)
    void more_than_a_step_owed_is_settled_in_steps_by_the_old_policy(MisfirePolicy policy) {
        Account account = new Account(job(d -> d.misfire = policy));
        drive(account, a -> replace(a, every(60, NOON), at(7_777)));
        assertThat(account.faults()).isEmpty();
        assertThat(account.job).extracting(Job::revision, Job::plannedThrough).containsExactly(2L, at(7_777));
        assertThat(account.job.nextDueAt()).isEqualTo(at(7_800));
        assertThat(account.skipped())
                .isEqualTo(
                        switch (policy) {
                            case RUN_ONCE -> 7_776;
                            case RUN_ALL -> 0;
                            case SKIP -> 7_777;
                        });
        assertThat(account.runs).hasSize((int) (7_777 - account.skipped())).allMatch(run -> run.revision() == 1);
    }

    @Test
    void far_too_much_to_settle_is_taken_over_by_a_definition_that_owes_the_same() {
        Consumer<Definition> runsAll = d -> d.misfire = MisfirePolicy.RUN_ALL;
        Account account = new Account(job(runsAll)).claim(at(3), AHEAD);
        Instant now = at(20_000);
        JobDecision decision = replace(account, runsAll.andThen(RENAMED), now);
        assertThat(((Changed) decision).reply()).isEqualTo(new Replaced(ID, 2, How.CHANGED));
        account.write(((Changed) decision).change());
        assertThat(account.job).extracting(Job::plannedThrough, Job::nextDueAt).containsExactly(at(5), at(6));
        account.claim(now, Duration.ZERO);
        assertThat(account.runs).hasSize(20_000);
        assertThat(account.runs).filteredOn(run -> run.revision() == 1).hasSize(5);
        assertThat(account.faults()).isEmpty();
    }

    @Test
    void far_too_much_to_settle_keeps_a_job_from_being_given_other_times_or_policies_until_it_is_less() {
        Consumer<Definition> runsAll = d -> d.misfire = MisfirePolicy.RUN_ALL;
        Account account = new Account(job(runsAll)).claim(at(3), AHEAD);
        Instant now = at(20_000);
        List<Consumer<Definition>> others = List.of(
                runsAll.andThen(every(60, NOON)),
                RENAMED,
                runsAll.andThen(d -> d.overlap = OverlapPolicy.SKIP),
                runsAll.andThen(d -> d.misfireAfter = Duration.ofHours(9)));
        for (Consumer<Definition> other : others) {
            assertThat(refusal(replace(account, other, now))).isEqualTo(Refusal.OVERLOADED);
        }
        while (account.job.plannedThrough().isBefore(at(12_000))) {
            account.write(PLANNER.claim(account.job, now, Duration.ZERO, writeId())
                    .orElseThrow()
                    .change());
        }
        drive(account, a -> replace(a, every(60, NOON), now));
        assertThat(account.runs).hasSize(20_000);
        assertThat(account.job.nextDueAt()).isEqualTo(at(20_040));
        assertThat(account.faults()).isEmpty();
    }

    @Test
    void a_fixed_rate_keeps_its_anchor_while_its_period_is_the_same() {
        Account account = new Account(job(d -> d.schedule = new ScheduleSpec.Every(Duration.ofSeconds(10), NOON)));
        account.write(((Changed) replace(account, every(10, at(33)).andThen(RENAMED), at(33))).change());
        assertThat(account.job.nextDueAt()).isEqualTo(at(40));
        account.write(((Changed) replace(account, every(20, at(35)).andThen(RENAMED), at(35))).change());
        assertThat(account.job.nextDueAt())
                .as("another period counts from the change")
                .isEqualTo(at(55));
        assertThat(account.claim(at(100), Duration.ZERO).faults()).isEmpty();
    }

    @Test
    void the_same_definition_again_writes_nothing_and_keeps_the_revision() {
        Account account = new Account(job(EVERY_SECOND)).claim(at(3), AHEAD);
        assertThat(answer(replace(account, every(1, at(3)), at(3)))).isEqualTo(new Replaced(ID, 1, How.UNCHANGED));
    }

    @Test
    void a_run_cancelled_ahead_is_not_owed_again_and_the_seam_lies_at_it() {
        Account account = new Account(job(EVERY_SECOND)).claim(at(3), Duration.ofSeconds(4));
        cancelled.add(at(6));
        account.write(((Changed) replace(account, RENAMED, at(3))).change());
        assertThat(account.nominals()).containsExactly(at(1), at(2), at(3), at(4), at(5), at(6));
        assertThat(account.job.plannedThrough()).isEqualTo(at(6));
        // And again at once: the seam does not go back behind the last one.
        account.claim(at(3), Duration.ofSeconds(4));
        account.write(((Changed) replace(account, every(2, NOON), at(3))).change());
        assertThat(account.job.plannedThrough()).isEqualTo(at(6));
        assertThat(account.claim(at(20), Duration.ZERO).faults()).isEmpty();
    }

    @Test
    void new_times_of_which_none_comes_are_refused_and_other_changes_of_a_job_without_more_times_are_not() {
        Account account = new Account(job(EVERY_SECOND)).claim(at(3), AHEAD);
        assertThat(refusal(replace(account, d -> d.endsAt = at(2), at(3)))).isEqualTo(Refusal.NEVER_DUE);

        Consumer<Definition> ended = d -> d.endsAt = at(5);
        Account over = new Account(job(ended)).claim(at(9), AHEAD);
        account.write(((Changed) replace(account, EVERY_SECOND.andThen(RENAMED), at(9))).change());
        assertThat(((Changed) replace(over, ended.andThen(RENAMED), at(9)))
                        .change()
                        .job()
                        .nextDueAt())
                .isNull();
    }

    // ---- paused jobs

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_paused_job_stays_so_and_the_old_definition_counts_its_part_of_the_pause(boolean hold) {
        Account account = new Account(job(EVERY_SECOND)).claim(at(3), AHEAD);
        account.write(((Changed) pause(account, hold, at(4))).change());
        drive(account, a -> replace(a, every(10, NOON), at(25_004)));
        assertThat(account.job)
                .extracting(Job::status, Job::nextDueAt, Job::revision)
                .containsExactly(hold ? JobStatus.HELD : JobStatus.PAUSED, null, 2L);
        assertThat(account.skipped()).isEqualTo(25_000);
        drive(account, a -> resume(a, at(25_100)));
        assertThat(account.skipped()).isEqualTo(25_000 + 10);
        assertThat(account.claim(at(25_200), Duration.ZERO).faults()).isEmpty();
    }

    // ---- one-offs

    /** A one-off of 12:00:10, its time moved at some time to another: when it is due then, if it may be moved. */
    @ParameterizedTest
    @CsvSource({
        "3, 20, 20",
        "3, 5, 5",
        "3, 2, 2",
        "8, 20, 20",
        "8, 9, 9",
        "9, 4, 4",
        "3, -5, ",
        "10, 20, 20",
        "11, 12, 12",
        "50, 60, 60",
        "50, 40, ",
        "50, 9, ",
        "12, 12, "
    })
    void a_one_off_is_moved(long now, long to, Long due) {
        Account account = new Account(job(once(10))).claim(at(now), AHEAD);
        int ran = (int) account.runs.stream()
                .filter(run -> !run.nominalAt().isAfter(at(now)))
                .count();
        JobDecision decision = replace(account, once(to), at(now));
        if (due == null) {
            assertThat(refusal(decision)).isEqualTo(Refusal.TOO_LATE);
            return;
        }
        account.write(((Changed) decision).change());
        assertThat(account.runs)
                .as("what was due has run, what was ahead is withdrawn")
                .hasSize(ran);
        assertThat(account.job).extracting(Job::nextDueAt, Job::status).containsExactly(at(due), JobStatus.ACTIVE);
        account.claim(at(100), Duration.ZERO);
        assertThat(account.runs).hasSize(ran + 1);
        assertThat(account.faults()).isEmpty();
    }

    @Test
    void a_one_off_that_has_run_can_be_changed_in_all_but_its_time_and_owes_nothing() {
        Account account = new Account(job(once(10))).claim(at(10), AHEAD);
        account.write(((Changed) replace(account, once(10).andThen(RENAMED), at(20))).change());
        assertThat(account.job).extracting(Job::revision, Job::nextDueAt).containsExactly(2L, null);
        assertThat(account.claim(at(100), AHEAD).runs).hasSize(1);
        assertThat(account.faults()).isEmpty();
    }

    @Test
    void a_one_off_becomes_recurring_and_the_other_way_round_before_and_after_its_time() {
        for (long now : new long[] {3, 9, 10, 30}) {
            Account account = new Account(job(once(10))).claim(at(now), AHEAD);
            account.write(((Changed) replace(account, every(4, NOON), at(now))).change());
            account.claim(at(40), Duration.ZERO);
            account.write(((Changed) replace(account, once(60), at(42))).change());
            account.claim(at(90), Duration.ZERO);
            assertThat(account.faults()).as("at %d", now).isEmpty();
            assertThat(account.nominals().contains(at(10))).isEqualTo(now >= 10);
            assertThat(account.nominals()).contains(at(40), at(60)).doesNotContain(at(44));
        }
    }

    @Test
    void a_one_off_whose_time_passed_in_a_pause_is_still_owed_under_a_definition_that_names_it() {
        for (long now : new long[] {5, 11, 900}) {
            Account account = new Account(job(once(10)));
            account.write(((Changed) pause(account, false, at(3))).change());
            account.write(((Changed) replace(account, once(10).andThen(RENAMED), at(now))).change());
            account.write(((Changed) resume(account, at(1_000))).change());
            account.claim(at(1_000), Duration.ZERO);
            assertThat(account.runs).singleElement().extracting(Run::revision).isEqualTo(2L);
            assertThat(account.faults()).isEmpty();
        }
    }

    @Test
    void a_one_off_of_the_past_that_is_paused_is_not_lost_by_a_change() {
        Account account = new Account(job(once(-100)));
        Job paused = account.job.changed(JobStatus.PAUSED, account.job.plannedThrough(), null, null, writeId());
        account.job = paused;
        account.write(((Changed) replace(account, once(-100).andThen(RENAMED), at(5))).change());
        account.write(((Changed) resume(account, at(6))).change());
        assertThat(account.claim(at(6), Duration.ZERO).nominals()).containsExactly(at(-100));
        assertThat(account.faults()).isEmpty();
    }

    @Test
    void a_one_off_whose_time_passed_in_a_pause_is_a_skip_when_the_job_becomes_recurring() {
        Account account = new Account(job(once(10)));
        account.write(((Changed) pause(account, false, at(3))).change());
        account.write(((Changed) replace(account, every(5, NOON), at(21))).change());
        assertThat(account.skips).singleElement().satisfies(skip -> {
            assertThat(skip.reason()).isEqualTo(SkipReason.PAUSED);
            assertThat(skip.nominalFirst()).isEqualTo(at(10));
            assertThat(skip.revision()).isEqualTo(1);
        });
        account.write(((Changed) resume(account, at(21))).change());
        assertThat(account.job.nextDueAt()).isEqualTo(at(25));
        assertThat(account.faults()).isEmpty();
    }

    // ---- who may, and on what condition

    @Test
    void conditions_are_judged_against_the_job_as_it_is() {
        Job job = job(EVERY_SECOND);
        Job gone = job.changed(JobStatus.DELETED, at(1), null, null, writeId());
        JobDefinition renamed = definition(RENAMED);
        assertThat(refusal(judge(job, ME, renamed, Existence.REQUIRED, List.of(2L))))
                .isEqualTo(Refusal.STALE_REVISION);
        assertThat(refusal(judge(job, ME, job.definition(), Existence.ANY, List.of(2L, 3L))))
                .as("also where nothing would change")
                .isEqualTo(Refusal.STALE_REVISION);
        assertThat(judge(job, ME, renamed, Existence.ANY, List.of(3L, 1L))).isInstanceOf(Changed.class);
        assertThat(refusal(judge(job, ME, renamed, Existence.FORBIDDEN, List.of())))
                .isEqualTo(Refusal.EXISTS);
        assertThat(refusal(judge(gone, ME, renamed, Existence.ANY, List.of()))).isEqualTo(Refusal.DELETED);
        assertThat(refusal(judge(job, ME, definition(d -> d.owner = "another"), Existence.ANY, List.of())))
                .isEqualTo(Refusal.OWNER_FIXED);
        Principal stranger = new Principal("x", "another");
        assertThat(refusal(judge(job, stranger, renamed, Existence.REQUIRED, List.of())))
                .isEqualTo(Refusal.NOT_FOUND);
        assertThat(refusal(judge(job, stranger, renamed, Existence.ANY, List.of())))
                .isEqualTo(Refusal.ID_TAKEN);
        assertThat(refusal(changes.replace(
                        null,
                        new Replace(ME, ID, renamed, Existence.REQUIRED, List.of()),
                        List.of(),
                        NOON,
                        NOON,
                        writeId())))
                .isEqualTo(Refusal.NOT_FOUND);
    }

    @Test
    void where_there_is_no_job_one_is_created() {
        for (Existence existence : new Existence[] {Existence.ANY, Existence.FORBIDDEN}) {
            Replace put = new Replace(ME, ID, definition(EVERY_SECOND), existence, List.of());
            Changed created = (Changed) changes.replace(null, put, List.of(), NOON, NOON, writeId());
            assertThat(created.reply()).isEqualTo(new Replaced(ID, 1, How.CREATED));
            assertThat(created.change().job().nextDueAt()).isEqualTo(at(1));
        }
    }

    // ---- any order of all of it

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void whatever_the_order_every_occurrence_is_in_one_place(long seed) {
        SplittableRandom dice = new SplittableRandom(seed);
        Account account = new Account(job(any(dice, NOON)));
        Instant now = NOON;
        for (int i = 0; i < 300; i++) {
            now = now.plusMillis(dice.nextInt(dice.nextInt(10) == 0 ? 200_000 : 3_000));
            // A clock that is set, or another member's.
            Instant time = dice.nextInt(5) == 0 ? now.minusMillis(dice.nextInt(4_000)) : now;
            Consumer<Definition> next = any(dice, time);
            switch (dice.nextInt(6)) {
                case 0 -> drive(account, a -> pause(a, false, time));
                case 1 -> drive(account, a -> resume(a, time));
                case 2, 3 -> drive(account, a -> replace(a, next, time));
                default -> account.claim(time, Duration.ofMillis(dice.nextInt(5_000)));
            }
            Instant seen = now;
            account.runs.stream()
                    .filter(run -> run.nominalAt().isAfter(seen) && dice.nextInt(8) == 0)
                    .forEach(run -> cancelled.add(run.nominalAt()));
            assertThat(account.faults()).as("after %d steps", i).isEmpty();
        }
        Instant end = now;
        drive(account, a -> changes.delete(a.job, new Delete(ME, ID, false), live(a), a.owedAfter(), end, writeId()));
        assertThat(account.faults()).isEmpty();
    }

    private static Consumer<Definition> any(SplittableRandom dice, Instant now) {
        ScheduleSpec schedule = dice.nextInt(4) == 0
                ? new ScheduleSpec.OneOff(now.plusSeconds(dice.nextInt(-5, 20)))
                : new ScheduleSpec.Every(Duration.ofSeconds(1 + dice.nextInt(5)), NOON);
        MisfirePolicy misfire = List.of(MisfirePolicy.values()).get(dice.nextInt(3));
        Duration misfireAfter = Duration.ofSeconds(dice.nextInt(60));
        return d -> {
            d.schedule = schedule;
            d.misfire = misfire;
            d.misfireAfter = misfireAfter;
        };
    }

    // ---- helpers

    private static Consumer<Definition> every(long seconds, Instant anchor) {
        return d -> d.schedule = new ScheduleSpec.Every(Duration.ofSeconds(seconds), anchor);
    }

    private static Consumer<Definition> once(long seconds) {
        return d -> d.schedule = new ScheduleSpec.OneOff(at(seconds));
    }

    private JobDecision replace(Account account, Consumer<Definition> says, Instant now) {
        Replace command = new Replace(ME, ID, definition(says), Existence.REQUIRED, List.of());
        return changes.replace(account.job, command, live(account), account.owedAfter(), now, writeId());
    }

    private JobDecision judge(Job job, Principal who, JobDefinition next, Existence existence, List<Long> revisions) {
        Replace command = new Replace(who, ID, next, existence, revisions);
        return changes.replace(job, command, List.of(), NOON, at(1), writeId());
    }

    private JobDecision pause(Account account, boolean hold, Instant now) {
        return changes.pause(account.job, new Pause(ME, ID, hold), live(account), account.owedAfter(), now, writeId());
    }

    private JobDecision resume(Account account, Instant now) {
        return changes.resume(account.job, new Resume(ME, ID), now, writeId());
    }

    private List<Run> live(Account account) {
        return account.runs.stream()
                .filter(run -> !cancelled.contains(run.nominalAt()))
                .toList();
    }

    /** Writes steps until the decision is one. */
    private static void drive(Account account, Function<Account, JobDecision> command) {
        JobDecision decision = command.apply(account);
        while (decision instanceof Step step) {
            account.write(step.change());
            decision = command.apply(account);
        }
        if (decision instanceof Changed changed) {
            account.write(changed.change());
        }
    }

    private static Object answer(JobDecision decision) {
        assertThat(decision).isInstanceOf(Answered.class);
        return ((Answered) decision).reply();
    }

    private static Refusal refusal(JobDecision decision) {
        assertThat(answer(decision)).isInstanceOf(Refused.class);
        return ((Refused) answer(decision)).refusal();
    }
}
