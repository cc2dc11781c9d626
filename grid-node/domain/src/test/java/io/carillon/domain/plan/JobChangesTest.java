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
import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Trigger;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobCommand.Create;
import io.carillon.domain.job.JobCommand.Delete;
import io.carillon.domain.job.JobCommand.Pause;
import io.carillon.domain.job.JobCommand.Resume;
import io.carillon.domain.job.JobCommand.TriggerNow;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.job.JobReply.Created;
import io.carillon.domain.job.JobReply.Refusal;
import io.carillon.domain.job.JobReply.Refused;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.job.MisfirePolicy;
import io.carillon.domain.job.Payload;
import io.carillon.domain.plan.JobDecision.Answered;
import io.carillon.domain.plan.JobDecision.Changed;
import io.carillon.domain.plan.JobDecision.Step;
import io.carillon.domain.plan.Planned.Account;
import io.carillon.domain.retry.RetryPolicy;
import io.carillon.domain.run.Decision.Moved;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunEvent;
import io.carillon.domain.run.RunState;
import io.carillon.domain.run.RunTransitions;
import io.carillon.domain.schedule.ScheduleSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands as timelines over a job that was created at noon: nothing is lost and nothing doubled at a seam. */
class JobChangesTest {

    private static final Duration AHEAD = Duration.ofSeconds(2);
    private static final Principal ME = Principal.ANONYMOUS;

    private final JobChanges changes = new JobChanges(PLANNER);

    // ---- create

    @Test
    void a_created_job_owes_what_comes_after_its_creation() {
        Changed created = create(null, definition(d -> {}), NOON);
        assertThat(created.reply()).isEqualTo(new Created(ID, 1, at(1), false));
        assertThat(created.change().definitionChanged()).isTrue();
        assertThat(created.change().job())
                .extracting(Job::version, Job::plannedThrough, Job::createdAt, Job::status)
                .containsExactly(1L, NOON, NOON, JobStatus.ACTIVE);
    }

    @Test
    void a_fixed_rate_counts_from_the_creation_that_is_shown_however_long_the_request_was_on_its_way() {
        JobDefinition read = definition(d -> d.schedule = new ScheduleSpec.Every(Duration.ofSeconds(10), NOON));
        Job job = create(null, read, at(3)).change().job();
        assertThat(job.createdAt()).isEqualTo(at(3));
        assertThat(job.nextNominalAt()).isEqualTo(at(13));
    }

    @ParameterizedTest
    @ValueSource(longs = {-100_000, -1, 0, 1, 100_000})
    void a_one_off_is_owed_whether_its_time_has_come_or_not(long seconds) {
        JobDefinition once = definition(d -> d.schedule = new ScheduleSpec.OneOff(at(seconds)));
        Changed created = create(null, once, NOON);
        assertThat(created.change().job().nextDueAt()).isEqualTo(at(seconds));
        assertThat(created.change().job().plannedThrough()).isBefore(at(seconds));
    }

    @Test
    void what_is_never_due_is_refused() {
        JobDefinition over = definition(d -> d.endsAt = NOON);
        assertThat(refusal(changes.create(null, new Create(ME, ID, over), NOON, writeId())))
                .isEqualTo(Refusal.NEVER_DUE);
    }

    @Test
    void the_same_request_again_is_the_same_job() {
        Job job = job(d -> {});
        assertThat(answer(changes.create(job, new Create(ME, ID, job.definition()), at(50), writeId())))
                .isEqualTo(new Created(ID, 1, at(1), true));
        // A fixed rate counts from its creation: a repeat differs in that alone.
        JobDefinition later = definition(d -> d.schedule = new ScheduleSpec.Every(Duration.ofSeconds(1), at(50)));
        assertThat(answer(changes.create(job, new Create(ME, ID, later), at(50), writeId())))
                .isInstanceOf(Created.class);
        JobDefinition slower = definition(d -> d.schedule = new ScheduleSpec.Every(Duration.ofSeconds(2), NOON));
        assertThat(refusal(changes.create(job, new Create(ME, ID, slower), at(50), writeId())))
                .isEqualTo(Refusal.ID_TAKEN);
        JobDefinition other = definition(d -> d.name = "another");
        assertThat(refusal(changes.create(job, new Create(ME, ID, other), at(50), writeId())))
                .isEqualTo(Refusal.ID_TAKEN);
    }

    @Test
    void the_id_of_a_deleted_job_is_not_used_again() {
        Job gone = job(d -> {}).changed(JobStatus.DELETED, at(5), null, null, writeId());
        assertThat(refusal(changes.create(gone, new Create(ME, ID, gone.definition()), at(9), writeId())))
                .isEqualTo(Refusal.ID_TAKEN);
    }

    // ---- pause and resume

    @Test
    void a_pause_settles_what_is_owed_and_withdraws_what_is_ahead() {
        Account account = new Account(job(d -> {})).claim(at(3), AHEAD);
        assertThat(account.nominals()).containsExactly(at(1), at(2), at(3), at(4), at(5));

        Instant now = at(4).plusMillis(500);
        Changed paused = (Changed) pause(account, now);
        assertThat(paused.change().withdrawn()).extracting(RunRef::id).containsExactly(runId(5));
        account.write(paused.change());
        assertThat(account.nominals()).containsExactly(at(1), at(2), at(3), at(4));
        assertThat(account.job)
                .extracting(Job::status, Job::plannedThrough, Job::nextDueAt, Job::revision)
                .containsExactly(JobStatus.PAUSED, now, null, 1L);
    }

    @Test
    void a_pause_that_comes_before_the_claim_makes_the_runs_that_are_due() {
        Account account = new Account(job(d -> {}));
        account.write(((Changed) pause(account, at(3))).change());
        assertThat(account.nominals()).containsExactly(at(1), at(2), at(3));
        assertThat(account.faults()).isEmpty();
    }

    @Test
    void a_resume_counts_what_fell_into_the_pause_and_owes_what_comes() {
        Account account = new Account(job(d -> {})).claim(at(3), AHEAD);
        account.write(((Changed) pause(account, at(3).plusMillis(1))).change());
        account.write(((Changed) resume(account, at(63))).change());
        assertThat(account.skips).singleElement().satisfies(skip -> {
            assertThat(skip.reason()).isEqualTo(SkipReason.PAUSED);
            assertThat(skip.n()).isEqualTo(60);
        });
        assertThat(account.job.nextDueAt()).isEqualTo(at(64));
        assertThat(account.claim(at(70), Duration.ZERO).faults()).isEmpty();
    }

    @Test
    void paused_and_resumed_at_once_nothing_changes() {
        Account account = new Account(job(d -> {})).claim(at(3), AHEAD);
        Instant now = at(3).plusMillis(1);
        account.write(((Changed) pause(account, now)).change());
        account.write(((Changed) resume(account, now)).change());
        account.claim(now, AHEAD);
        assertThat(account.nominals()).containsExactly(at(1), at(2), at(3), at(4), at(5));
        assertThat(account.skips).isEmpty();
    }

    @Test
    void a_long_pause_is_counted_at_once() {
        Account account = new Account(job(d -> {}));
        account.write(((Changed) pause(account, NOON)).change());
        account.write(((Changed) resume(account, at(100_000))).change());
        assertThat(account.skips).singleElement().satisfies(skip -> {
            assertThat(skip.n()).isEqualTo(100_000);
            assertThat(skip.reason()).isEqualTo(SkipReason.PAUSED);
        });
        assertThat(account.job).extracting(Job::status, Job::nextDueAt).containsExactly(JobStatus.ACTIVE, at(100_001));
        assertThat(account.faults()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(MisfirePolicy.class)
    void what_is_owed_is_settled_by_the_misfire_policy(MisfirePolicy policy) {
        for (boolean delete : new boolean[] {false, true}) {
            Account account = new Account(job(d -> d.misfire = policy));
            driveTo(account, () -> delete ? delete(account, at(7_777)) : pause(account, at(7_777)));
            assertThat(account.faults()).isEmpty();
            assertThat(account.job.plannedThrough()).isEqualTo(at(7_777));
            assertThat(account.job.status()).isEqualTo(delete ? JobStatus.DELETED : JobStatus.PAUSED);
            int runs = account.runs.size();
            assertThat(runs)
                    .isEqualTo(
                            switch (policy) {
                                case SKIP -> 0;
                                case RUN_ONCE -> 1;
                                case RUN_ALL -> delete ? ClaimPlanner.RUNS_PER_STEP_MAX : 7_777;
                            });
            if (policy == MisfirePolicy.RUN_ALL) {
                assertThat(account.skips)
                        .as("a delete would cancel the runs at once")
                        .extracting(SkipRange::reason)
                        .containsExactlyElementsOf(delete ? List.of(SkipReason.DELETED) : List.of());
            }
        }
    }

    @Test
    void more_than_a_step_owed_is_settled_in_steps() {
        Account account = new Account(job(d -> d.misfireAfter = Duration.ofHours(3)));
        int steps = driveTo(account, () -> pause(account, at(7_777)));
        assertThat(steps).isEqualTo(7_777 / ClaimPlanner.RUNS_PER_STEP_MAX);
        assertThat(account.runs).hasSize(7_777);
        assertThat(account.faults()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"RUN_ONCE", "RUN_ALL"})
    void of_much_more_than_that_a_pause_makes_one_step_and_skips_the_rest(MisfirePolicy policy) {
        int owed = ClaimPlanner.OWED_AT_SEAM_MAX + 1;
        Account account = new Account(job(d -> {
            d.misfire = policy;
            d.misfireAfter = policy == MisfirePolicy.RUN_ALL ? Duration.ofMinutes(5) : Duration.ofHours(3);
        }));
        assertThat(driveTo(account, () -> pause(account, at(owed)))).isZero();
        assertThat(account.runs).hasSize(ClaimPlanner.RUNS_PER_STEP_MAX);
        assertThat(account.skipped(SkipReason.PAUSED)).isEqualTo(owed - ClaimPlanner.RUNS_PER_STEP_MAX);
        assertThat(account.faults()).isEmpty();
    }

    /** Its nominal time is past, so neither what comes after the pause nor the pause itself would account for it. */
    @Test
    void a_flexible_occurrence_between_its_nominal_and_its_due_time_becomes_a_run_at_the_seam() {
        Account account = new Account(job(d -> {
            d.schedule = new ScheduleSpec.Every(Duration.ofSeconds(1_000), NOON);
            d.jitter = Duration.ofSeconds(1_000);
            d.misfireAfter = Duration.ofHours(2);
        }));
        Instant due = account.job.nextDueAt();
        assertThat(due).isBetween(at(1_010), at(1_990));
        Instant between = at(1_005);
        account.write(((Changed) pause(account, between)).change());
        assertThat(account.runs).singleElement().satisfies(run -> {
            assertThat(run.nominalAt()).isEqualTo(at(1_000));
            assertThat(run.dueAt()).isEqualTo(due);
        });
        account.write(((Changed) resume(account, at(1_500))).change());
        account.claim(at(4_500), Duration.ZERO);
        assertThat(account.nominals()).startsWith(at(1_000), at(2_000)).doesNotHaveDuplicates();
        assertThat(account.skips).isEmpty();
        assertThat(account.faults()).isEmpty();
    }

    @Test
    void a_run_cancelled_before_its_time_is_not_owed_again() {
        Account account = new Account(job(d -> {})).claim(at(3), Duration.ofSeconds(4));
        // 4, 5, 6 and 7 are ahead; 6 was cancelled, so it is none of the live ones.
        List<Run> live = account.runs.stream()
                .filter(run -> !run.nominalAt().equals(at(6)))
                .toList();
        JobDecision decision =
                changes.pause(account.job, new Pause(ME, ID, false), live, account.owedAfter(), at(3), writeId());
        JobChange change = ((Changed) decision).change();
        assertThat(change.withdrawn()).extracting(RunRef::id).containsExactly(runId(7));
        assertThat(change.job().plannedThrough()).isEqualTo(at(6));
        account.write(change);
        account.write(((Changed) resume(account, at(3))).change());
        assertThat(account.job.nextDueAt()).isEqualTo(at(7));
        assertThat(account.claim(at(20), Duration.ZERO).faults()).isEmpty();
    }

    @Test
    void a_run_that_was_tried_before_a_step_back_of_time_is_not_withdrawn() {
        Account account = new Account(job(d -> {})).claim(at(5), Duration.ZERO);
        Run started = ((Moved) RunTransitions.decide(
                        account.runs.get(4),
                        new RunEvent.Start("w", 1, at(10)),
                        at(5),
                        RetryPolicy.DEFAULT,
                        0,
                        writeId()))
                .run();
        JobDecision decision = changes.pause(
                account.job, new Pause(ME, ID, false), List.of(started), account.owedAfter(), at(2), writeId());
        JobChange change = ((Changed) decision).change();
        assertThat(change.withdrawn()).isEmpty();
        assertThat(change.job().plannedThrough()).isEqualTo(at(5));
    }

    @Test
    void before_its_creation_a_job_never_owes_whatever_the_clock_does() {
        Account account = new Account(job(d -> {}));
        account.write(((Changed) pause(account, at(-3_600))).change());
        assertThat(account.job.plannedThrough()).isEqualTo(NOON);
    }

    // ---- one-offs

    @Test
    void a_one_off_paused_before_it_is_claimed_is_met_again() {
        Account account = new Account(once(10));
        account.write(((Changed) pause(account, at(3))).change());
        account.write(((Changed) resume(account, at(5))).change());
        assertThat(account.job.nextDueAt()).isEqualTo(at(10));
    }

    @Test
    void a_one_off_paused_when_it_is_claimed_ahead_is_withdrawn_and_met_again_also_later() {
        for (long resumedAt : new long[] {9, 11, 200, 1_000}) {
            Account account = new Account(once(10)).claim(at(8), AHEAD);
            account.write(((Changed) pause(account, at(9))).change());
            assertThat(account.runs).isEmpty();
            account.write(((Changed) resume(account, at(resumedAt))).change());
            assertThat(account.claim(at(Math.max(10, resumedAt)), Duration.ZERO).nominals())
                    .as("its time passed in the pause: run_once runs it")
                    .containsExactly(at(10));
        }
    }

    @Test
    void a_one_off_whose_time_passed_in_a_pause_can_be_skipped_by_its_policy() {
        Account account = new Account(job(d -> {
            d.schedule = new ScheduleSpec.OneOff(at(10));
            d.misfire = MisfirePolicy.SKIP;
        }));
        account.write(((Changed) pause(account, at(3))).change());
        account.write(((Changed) resume(account, at(1_000))).change());
        account.claim(at(1_000), Duration.ZERO);
        assertThat(account.runs).isEmpty();
        assertThat(account.skips).extracting(SkipRange::reason).containsExactly(SkipReason.MISFIRE);
    }

    @Test
    void a_one_off_that_has_run_owes_nothing_after_any_number_of_pauses() {
        Account account = new Account(once(10)).claim(at(10), Duration.ZERO);
        for (int i = 0; i < 3; i++) {
            JobDecision pause = changes.pause(
                    account.job, new Pause(ME, ID, false), List.of(), account.owedAfter(), at(20 + i), writeId());
            account.write(((Changed) pause).change());
            account.write(((Changed) resume(account, at(30 + i))).change());
        }
        assertThat(account.claim(at(100), AHEAD).runs).hasSize(1);
    }

    // ---- delete

    @Test
    void a_delete_settles_and_asks_for_the_end_of_what_waits() {
        Account account = new Account(job(d -> {})).claim(at(3), AHEAD);
        Changed deleted = (Changed) changes.delete(
                account.job, new Delete(ME, ID, true), account.runs, account.owedAfter(), at(5), writeId());
        assertThat(deleted.cancelWaiting()).isTrue();
        assertThat(deleted.cancelRunning()).isTrue();
        account.write(deleted.change());
        assertThat(account.job.nextDueAt()).isNull();
        assertThat(account.faults()).isEmpty();
    }

    @Test
    void deleting_a_paused_job_accounts_for_the_pause() {
        Account account = new Account(job(d -> {})).claim(at(3), AHEAD);
        account.write(((Changed) pause(account, at(4))).change());
        account.write(((Changed) delete(account, at(25_000))).change());
        assertThat(account.skipped()).isEqualTo(25_000 - 4);
        assertThat(account.faults()).isEmpty();
        assertThat(account.job.status()).isEqualTo(JobStatus.DELETED);
    }

    // ---- trigger

    @Test
    void a_trigger_makes_a_run_now_and_leaves_the_schedule_alone() {
        Job job = job(d -> {});
        Payload payload = Payload.ofJson("1");
        Changed triggered = (Changed)
                changes.trigger(job, new TriggerNow(ME, ID, payload, "r"), null, at(0).plusMillis(7), writeId());
        RunId id = RunId.of(ID, at(0).plusMillis(7), Trigger.MANUAL, "r");
        assertThat(triggered.reply()).isEqualTo(new JobReply.Triggered(id));
        assertThat(triggered.change().newRuns()).singleElement().satisfies(created -> {
            assertThat(created.run().id()).isEqualTo(id);
            assertThat(created.run().trigger()).isEqualTo(Trigger.MANUAL);
            assertThat(created.payload()).isEqualTo(payload);
            assertThat(created.requestId()).isEqualTo("r");
        });
        assertThat(triggered.change().job().nextDueAt()).isEqualTo(job.nextDueAt());
        assertThat(triggered.change().job().plannedThrough()).isEqualTo(job.plannedThrough());
    }

    @Test
    void a_request_that_made_a_run_names_it_even_when_the_job_is_gone() {
        RunId made = runId(7);
        Job gone = job(d -> {}).changed(JobStatus.DELETED, at(5), null, null, writeId());
        TriggerNow again = new TriggerNow(ME, ID, null, "r");
        assertThat(answer(changes.trigger(gone, again, made, at(9), writeId())))
                .isEqualTo(new JobReply.Triggered(made));
        assertThat(refusal(changes.trigger(gone, again, null, at(9), writeId())))
                .isEqualTo(Refusal.DELETED);
    }

    // ---- who may

    @Test
    void for_strangers_there_is_no_such_job() {
        Job job = job(d -> {});
        Principal stranger = new Principal("x", "another owner");
        assertThat(refusal(changes.pause(job, new Pause(stranger, ID, false), List.of(), NOON, at(1), writeId())))
                .isEqualTo(Refusal.NOT_FOUND);
        assertThat(refusal(changes.resume(job, new Resume(stranger, ID), at(1), writeId())))
                .isEqualTo(Refusal.NOT_FOUND);
        assertThat(refusal(changes.delete(job, new Delete(stranger, ID, false), List.of(), NOON, at(1), writeId())))
                .isEqualTo(Refusal.NOT_FOUND);
        assertThat(refusal(changes.trigger(job, new TriggerNow(stranger, ID, null, "r"), null, at(1), writeId())))
                .isEqualTo(Refusal.NOT_FOUND);
        assertThat(refusal(changes.create(job, new Create(stranger, ID, job.definition()), at(1), writeId())))
                .isEqualTo(Refusal.ID_TAKEN);
        assertThat(refusal(changes.pause(null, new Pause(ME, ID, false), List.of(), NOON, at(1), writeId())))
                .isEqualTo(Refusal.NOT_FOUND);
    }

    @Test
    void done_again_it_is_done() {
        Job active = job(d -> {});
        Job paused = active.changed(JobStatus.PAUSED, at(1), null, null, writeId());
        Job gone = active.changed(JobStatus.DELETED, at(1), null, null, writeId());
        assertThat(answer(changes.resume(active, new Resume(ME, ID), at(2), writeId())))
                .isEqualTo(new JobReply.Done());
        assertThat(answer(changes.pause(paused, new Pause(ME, ID, false), List.of(), NOON, at(2), writeId())))
                .isEqualTo(new JobReply.Done());
        assertThat(answer(changes.delete(gone, new Delete(ME, ID, false), List.of(), NOON, at(2), writeId())))
                .isEqualTo(new JobReply.Done());
        assertThat(refusal(changes.resume(gone, new Resume(ME, ID), at(2), writeId())))
                .isEqualTo(Refusal.DELETED);
        assertThat(refusal(changes.pause(gone, new Pause(ME, ID, false), List.of(), NOON, at(2), writeId())))
                .isEqualTo(Refusal.DELETED);
    }

    // ---- any order of all of it

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void whatever_the_order_every_occurrence_is_in_one_place(long seed) {
        SplittableRandom dice = new SplittableRandom(seed);
        Account account = new Account(job(d -> {
            d.schedule = new ScheduleSpec.Every(Duration.ofSeconds(1 + dice.nextInt(5)), NOON);
            d.misfire = List.of(MisfirePolicy.values()).get(dice.nextInt(3));
            d.misfireAfter = Duration.ofSeconds(dice.nextInt(60));
        }));
        Instant now = NOON;
        for (int i = 0; i < 300; i++) {
            now = now.plusMillis(dice.nextInt(dice.nextInt(10) == 0 ? 200_000 : 3_000));
            Instant time = now;
            switch (dice.nextInt(4)) {
                case 0 -> driveTo(account, () -> pause(account, time));
                case 1 -> driveTo(account, () -> resume(account, time));
                default -> account.claim(time, Duration.ofMillis(dice.nextInt(5_000)));
            }
            assertThat(account.faults()).as("after %d steps", i).isEmpty();
        }
        Instant end = now;
        driveTo(account, () -> delete(account, end));
        assertThat(account.faults()).isEmpty();
    }

    // ---- helpers

    private static Job once(long seconds) {
        return job(d -> d.schedule = new ScheduleSpec.OneOff(at(seconds)));
    }

    private static RunId runId(long seconds) {
        return RunId.of(ID, at(seconds), Trigger.SCHEDULE, null);
    }

    private Changed create(@Nullable Job existing, JobDefinition definition, Instant now) {
        return (Changed) changes.create(existing, new Create(ME, ID, definition), now, writeId());
    }

    private JobDecision pause(Account account, Instant now) {
        return changes.pause(account.job, new Pause(ME, ID, false), live(account), account.owedAfter(), now, writeId());
    }

    private JobDecision resume(Account account, Instant now) {
        return changes.resume(account.job, new Resume(ME, ID), now, writeId());
    }

    private JobDecision delete(Account account, Instant now) {
        return changes.delete(
                account.job, new Delete(ME, ID, false), live(account), account.owedAfter(), now, writeId());
    }

    private static List<Run> live(Account account) {
        return account.runs.stream()
                .filter(run -> run.state() == RunState.WAITING)
                .toList();
    }

    /** Writes steps until the decision is one; returns how many there were. */
    private static int driveTo(Account account, Supplier<JobDecision> command) {
        int steps = 0;
        while (true) {
            JobDecision decision = command.get();
            if (decision instanceof Step step) {
                account.write(step.change());
                steps++;
            } else {
                if (decision instanceof Changed changed) {
                    account.write(changed.change());
                }
                return steps;
            }
        }
    }

    private static JobReply answer(JobDecision decision) {
        assertThat(decision).isInstanceOf(Answered.class);
        return ((Answered) decision).reply();
    }

    private static Refusal refusal(JobDecision decision) {
        assertThat(answer(decision)).isInstanceOf(Refused.class);
        return ((Refused) answer(decision)).refusal();
    }
}
