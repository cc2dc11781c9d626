package io.carillon.engine.shard;

import static io.carillon.engine.testkit.JobMaker.everySeconds;
import static io.carillon.engine.testkit.JobMaker.jobIdIn;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.Trigger;
import io.carillon.domain.job.JobCommand;
import io.carillon.domain.job.MisfirePolicy;
import io.carillon.domain.run.Run;
import io.carillon.engine.shard.LoopWorld.Member;
import io.carillon.engine.testkit.Ledger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What makes up for a gap takes the slots that punctual runs of its owner leave. A run takes two seconds here. */
class CatchUpOrderTest {

    private static final Duration WORK = Duration.ofSeconds(2);
    private static final Duration LOOK = Duration.ofMillis(250);
    private static final int SLOTS = 4;

    private final LoopWorld world = new LoopWorld();
    private final JobId late = jobIdIn(1, 0);
    private final JobId punctual = jobIdIn(1, 1);
    private Member member = world.member("before").gain(1, 2);
    private final Map<Run, Instant> working = new HashMap<>();
    private final List<Run> started = new ArrayList<>();

    @AfterEach
    void nothing_is_left_behind() {
        world.settle();
        assertThat(world.faults()).isEmpty();
        assertThat(Ledger.faultsOf(world.rows)).isEmpty();
    }

    @Test
    void a_punctual_run_waits_for_a_free_slot_only_while_another_job_makes_up_for_an_hour() {
        owe(Duration.ofHours(1));
        member.create(punctual, everySeconds(10));
        work(Duration.ofMinutes(3));
        assertThat(startedOf(punctual)).hasSizeGreaterThanOrEqualTo(17);
        assertThat(latestOf(punctual)).isLessThanOrEqualTo(WORK.dividedBy(SLOTS).plus(LOOK));
        assertThat(startedOf(late)).as("goes on with all other slots").hasSizeGreaterThan(300);
        assertThat(startedOf(late)).extracting(Run::nominalAt).isSorted();
    }

    @Test
    void the_next_owner_knows_what_makes_up_for_a_gap_also_of_what_was_tried_before() {
        owe(Duration.ofHours(1));
        member.create(punctual, everySeconds(10));
        work(Duration.ofSeconds(15));
        working.clear();
        member.kill();
        world.leases.loseAll();
        world.advance(Duration.ofSeconds(3));
        member = world.member("after").gain(1, 2).worker(SLOTS);
        started.clear();
        work(Duration.ofMinutes(3));
        assertThat(startedOf(punctual)).hasSizeGreaterThanOrEqualTo(17);
        assertThat(latestOf(punctual)).isLessThanOrEqualTo(Duration.ofSeconds(3).plus(WORK));
        assertThat(started.stream().filter(run -> run.jobId().equals(late) && run.attempt() == 2))
                .as("those the dead owner had started")
                .hasSizeGreaterThanOrEqualTo(SLOTS);
    }

    @Test
    void a_backfill_comes_behind_punctual_runs_as_well() {
        member.worker(SLOTS);
        member.create(punctual, everySeconds(10));
        List<Instant> nominals = Stream.iterate(world.now().minusSeconds(10_000), at -> at.plusSeconds(10))
                .limit(400)
                .toList();
        member.create(late, everySeconds(3_600));
        member.ask(new JobCommand.Backfill(Principal.ANONYMOUS, late, nominals, "r"));
        work(Duration.ofMinutes(2));
        assertThat(latestOf(punctual)).isLessThanOrEqualTo(WORK.dividedBy(SLOTS).plus(LOOK));
        assertThat(started.stream().filter(run -> run.trigger() == Trigger.BACKFILL))
                .hasSizeGreaterThan(200);
    }

    @Test
    void catching_up_goes_on_while_there_is_more_punctual_work_than_slots() {
        owe(Duration.ofHours(1));
        for (int i = 1; i <= 5; i++) {
            member.create(jobIdIn(2, i), everySeconds(1));
        }
        work(Duration.ofMinutes(2));
        int all = started.size();
        assertThat(startedOf(late)).hasSizeBetween(all / 16 - 1, all / 8);
    }

    /** A job that was looked after by nobody for so long, and owes all of it. */
    private void owe(Duration gap) {
        member.create(late, everySeconds(1).misfire(MisfirePolicy.RUN_ALL, Duration.ofMinutes(5)));
        member.kill();
        world.advance(gap);
        member = world.member("owing").gain(1, 2).worker(SLOTS);
        world.advance(Duration.ofSeconds(1));
    }

    private void work(Duration length) {
        Instant end = world.now().plus(length);
        while (world.now().isBefore(end)) {
            for (Run run : member.takeStarted()) {
                member.accept(run);
                started.add(run);
                // As they come, so that slots are free one after the other.
                Instant last =
                        working.values().stream().max(Comparator.naturalOrder()).orElse(Instant.MIN);
                Instant apart = last.plus(WORK.dividedBy(SLOTS));
                Instant own = world.now().plus(WORK);
                working.put(run, apart.isAfter(own) ? apart : own);
            }
            world.advance(LOOK);
            List.copyOf(working.entrySet()).stream()
                    .filter(entry -> !entry.getValue().isAfter(world.now()))
                    .forEach(entry -> {
                        working.remove(entry.getKey());
                        member.succeed(entry.getKey());
                    });
        }
    }

    private List<Run> startedOf(JobId job) {
        return started.stream().filter(run -> run.jobId().equals(job)).toList();
    }

    private Duration latestOf(JobId job) {
        return startedOf(job).stream()
                .map(run -> Duration.between(run.dueAt(), Objects.requireNonNull(run.startedAt())))
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }
}
