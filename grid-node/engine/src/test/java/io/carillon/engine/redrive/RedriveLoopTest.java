package io.carillon.engine.redrive;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Trigger;
import io.carillon.domain.job.JobReply.Refusal;
import io.carillon.domain.store.Redrive;
import io.carillon.domain.store.Redrive.Answer;
import io.carillon.domain.store.RunFilter;
import io.carillon.engine.testkit.JobMaker;
import io.carillon.engine.testkit.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RedriveLoopTest {

    private static final Principal ALICE = new Principal("alice", "owner");
    private static final RunFilter ALL = new RunFilter(null, null, null, null, null, null);

    private final VirtualTime time = new VirtualTime(1);
    private final DeadRows rows = new DeadRows();
    private final Map<Answer, Integer> counted = new EnumMap<>(Answer.class);
    private final RedriveLoop loop = loop("a");
    private long made;

    @Test
    void all_that_are_dead_go_back_once_in_the_order_of_their_ids() throws InterruptedException {
        List<RunId> dead = die(250);
        Redrive redrive = begin();

        runFor(Duration.ofSeconds(10), loop, Integer.MAX_VALUE);

        assertThat(rows.dead).isEmpty();
        assertThat(rows.redriven)
                .hasSize(250)
                .allSatisfy((run, times) -> assertThat(times).isEqualTo(1));
        assertThat(now(redrive))
                .extracting(Redrive::redriven, Redrive::refused, Redrive::open, Redrive::stopped, Redrive::after)
                .containsExactly(250L, 0L, false, false, dead.get(249));
        assertThat(rows.askedBy).containsExactly(ALICE);
        assertThat(rows.largestRequest).as("never more in memory").isEqualTo(100);
        assertThat(counted).containsEntry(Answer.REDRIVEN, 250);
    }

    @Test
    void a_million_would_go_at_the_pace_that_was_set() throws InterruptedException {
        die(5_000);
        begin();
        runFor(Duration.ofSeconds(10), loop, Integer.MAX_VALUE);
        assertThat(rows.redriven.size()).isBetween(1_900, 2_200);
    }

    @Test
    void several_take_turns_and_share_the_pace() throws InterruptedException {
        die(2_000);
        Redrive first = begin();
        Redrive second = begin();
        runFor(Duration.ofSeconds(5), loop, Integer.MAX_VALUE);
        assertThat(now(first).redriven() + now(second).redriven()).isBetween(900L, 1_200L);
        assertThat(now(second).redriven()).isPositive();
    }

    @Test
    void what_workers_do_not_take_is_not_piled_up() throws InterruptedException {
        die(1_000);
        begin();
        runFor(Duration.ofSeconds(30), loop, 0);
        assertThat(rows.redriven).as("one page waits").hasSize(100);

        runFor(Duration.ofSeconds(90), loop, 0);
        assertThat(rows.redriven.size())
                .as("and one a minute more, lest they stand before others")
                .isBetween(200, 300);
    }

    @Test
    void the_pace_follows_the_workers() throws InterruptedException {
        die(1_000);
        begin();
        // Twenty a second are taken.
        runFor(Duration.ofSeconds(20), loop, 20);
        assertThat(rows.redriven.size()).isBetween(300, 600);
    }

    @Test
    void what_dies_later_is_not_taken_and_so_there_is_an_end() throws InterruptedException {
        die(50);
        Redrive redrive = begin();
        time.advance(Duration.ofSeconds(1));
        die(7);
        runFor(Duration.ofSeconds(5), loop, Integer.MAX_VALUE);
        assertThat(now(redrive).open()).isFalse();
        assertThat(rows.dead).hasSize(7);
    }

    @ParameterizedTest
    @EnumSource(
            value = Refusal.class,
            names = {"NOT_DEAD", "DELETED", "NOT_FOUND"})
    void those_that_cannot_go_back_are_counted_and_passed_over(Refusal refusal) throws InterruptedException {
        List<RunId> dead = die(120);
        rows.refusals.put(dead.get(3), refusal);
        rows.refusals.put(dead.get(110), refusal);
        Redrive redrive = begin();
        runFor(Duration.ofSeconds(5), loop, Integer.MAX_VALUE);
        assertThat(now(redrive))
                .extracting(Redrive::redriven, Redrive::refused, Redrive::open)
                .containsExactly(118L, 2L, false);
    }

    @ParameterizedTest
    @EnumSource(
            value = Refusal.class,
            names = {"STORE_UNAVAILABLE", "NOT_OWNER", "OVERLOADED"})
    void those_whose_owner_cannot_be_reached_are_asked_for_again(Refusal refusal) throws InterruptedException {
        List<RunId> dead = die(120);
        rows.refusals.put(dead.get(0), refusal);
        rows.refusals.put(dead.get(50), refusal);
        Redrive redrive = begin();
        runFor(Duration.ofSeconds(5), loop, Integer.MAX_VALUE);
        assertThat(now(redrive).open()).isTrue();
        assertThat(now(redrive).after()).as("not beyond the first").isNull();

        rows.refusals.clear();
        runFor(Duration.ofSeconds(5), loop, Integer.MAX_VALUE);
        assertThat(now(redrive)).extracting(Redrive::redriven, Redrive::open).containsExactly(120L, false);
        assertThat(rows.redriven).allSatisfy((run, times) -> assertThat(times).isEqualTo(1));
    }

    @Test
    void another_member_goes_on_where_one_has_died() throws InterruptedException {
        die(1_000);
        Redrive redrive = begin();
        runFor(Duration.ofSeconds(2), loop, Integer.MAX_VALUE);
        long before = now(redrive).redriven();
        assertThat(before).isBetween(1L, 999L);

        RedriveLoop other = loop("b");
        runFor(Duration.ofSeconds(20), other, Integer.MAX_VALUE);
        assertThat(now(redrive).redriven())
                .as("the dead member's duty has not ended")
                .isEqualTo(before);
        runFor(Duration.ofSeconds(30), other, Integer.MAX_VALUE);
        assertThat(now(redrive)).extracting(Redrive::redriven, Redrive::open).containsExactly(1_000L, false);
        assertThat(rows.redriven).allSatisfy((run, times) -> assertThat(times).isEqualTo(1));
    }

    @Test
    void two_members_that_both_believe_they_have_the_duty_take_nothing_twice() throws InterruptedException {
        die(1_000);
        Redrive redrive = begin();
        DeadRows shared = rows;
        RedriveLoop zombie =
                new RedriveLoop(shared, (duty, holder, at, until) -> true, shared, time, this::count, settings(), "z");
        for (int i = 0; i < 30; i++) {
            time.advance(Duration.ofSeconds(1));
            loop.step();
            rows.waiting.clear();
            zombie.step();
            rows.waiting.clear();
        }
        assertThat(now(redrive).open()).isFalse();
        assertThat(rows.redriven)
                .hasSize(1_000)
                .allSatisfy((run, times) -> assertThat(times).isEqualTo(1));
    }

    @Test
    void a_stopped_one_goes_no_further() throws InterruptedException {
        die(1_000);
        Redrive redrive = begin();
        runFor(Duration.ofSeconds(1), loop, Integer.MAX_VALUE);
        assertThat(rows.save(now(redrive).stopped(time.now()))).isTrue();
        int taken = rows.redriven.size();
        runFor(Duration.ofSeconds(10), loop, Integer.MAX_VALUE);
        assertThat(rows.redriven).hasSize(taken);
    }

    @Test
    void without_the_database_it_stands_still_and_goes_on_afterwards() throws InterruptedException {
        die(10);
        Redrive redrive = begin();
        rows.away = true;
        runFor(Duration.ofMinutes(2), loop, Integer.MAX_VALUE);
        assertThat(rows.redriven).isEmpty();
        rows.away = false;
        runFor(Duration.ofSeconds(2), loop, Integer.MAX_VALUE);
        assertThat(now(redrive).redriven()).isEqualTo(10);
    }

    private RedriveLoop loop(String holder) {
        return new RedriveLoop(rows, rows, rows, time, this::count, settings(), holder);
    }

    private static RedriveSettings settings() {
        return RedriveSettings.DEFAULT;
    }

    private void count(Answer answer) {
        counted.merge(answer, 1, Integer::sum);
    }

    private List<RunId> die(int runs) {
        Instant died = time.now();
        for (int i = 0; i < runs; i++) {
            Instant nominal = VirtualTime.START.minusSeconds(1_000_000 - made++);
            rows.dead.put(RunId.of(JobMaker.jobIdIn(1, 0), nominal, Trigger.SCHEDULE, null), died);
        }
        return List.copyOf(rows.dead.keySet());
    }

    private Redrive begin() {
        Redrive redrive = Redrive.begun(new UUID(0, time.randomBits()), ALICE, ALL, time.now());
        rows.begin(redrive);
        return redrive;
    }

    private Redrive now(Redrive redrive) {
        return Objects.requireNonNull(rows.redrives.get(redrive.id()));
    }

    /** @param takenPerSecond by workers */
    private void runFor(Duration duration, RedriveLoop running, int takenPerSecond) throws InterruptedException {
        Instant end = time.now().plus(duration);
        Instant nextTake = time.now();
        while (time.now().isBefore(end)) {
            if (takenPerSecond == Integer.MAX_VALUE || !nextTake.isAfter(time.now())) {
                List<RunId> taken = rows.waiting.stream().limit(takenPerSecond).toList();
                taken.forEach(rows.waiting::remove);
                nextTake = nextTake.plusSeconds(1);
            }
            Duration wait = running.step();
            time.advance(wait.compareTo(Duration.ofMillis(1)) < 0 ? Duration.ofMillis(1) : wait);
        }
    }
}
