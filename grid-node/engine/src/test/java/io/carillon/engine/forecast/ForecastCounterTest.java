package io.carillon.engine.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.forecast.Forecast;
import io.carillon.domain.forecast.Forecast.PoolForecast;
import io.carillon.domain.forecast.PoolOutlook;
import io.carillon.domain.forecast.ShardOutlook;
import io.carillon.domain.id.JobId;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.store.ForecastStore;
import io.carillon.domain.store.StoreUnavailableException;
import io.carillon.engine.port.Ownership;
import io.carillon.engine.testkit.JobMaker;
import io.carillon.engine.testkit.TestSchedules;
import io.carillon.engine.testkit.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ForecastCounterTest {

    private record Row(int shard, JobId job, JobDefinition definition, Instant plannedThrough, Instant nextDueAt) {}

    private final VirtualTime time = new VirtualTime(1);
    private final List<Row> jobs = new ArrayList<>();
    private final Map<Integer, ShardOutlook> board = new HashMap<>();
    private final List<Set<Integer>> asked = new ArrayList<>();
    private final Set<Integer> owned = new TreeSet<>(Set.of(1, 2));
    private int shows;
    private boolean away;
    private boolean mayAct = true;
    private int surplusRows;
    private int unreadable;

    private final ForecastCounter counter =
            new ForecastCounter(new Store(), new TestSchedules(), new Owned(), new Board(), time);

    private final class Owned implements Ownership {
        @Override
        public Set<Integer> ownedShards() {
            return Set.copyOf(owned);
        }

        @Override
        public String memberId() {
            return "m";
        }

        @Override
        public boolean mayAct() {
            return mayAct;
        }
    }

    private final class Board implements ForecastBoard {
        @Override
        public void show(Collection<ShardOutlook> outlooks) {
            shows++;
            outlooks.forEach(outlook -> board.put(outlook.shard(), OutlookBytes.read(OutlookBytes.of(outlook))));
        }

        @Override
        public Collection<ShardOutlook> all() {
            return board.values();
        }
    }

    private final class Store implements ForecastStore {
        @Override
        public void read(Set<Integer> shards, Instant now, Instant until, int openMax, Rows rows) {
            if (away) {
                throw new StoreUnavailableException("away", new IllegalStateException());
            }
            asked.add(new TreeSet<>(shards));
            for (Row row : jobs) {
                if (shards.contains(row.shard()) && row.nextDueAt().isBefore(until)) {
                    rows.job(row.shard(), row.job(), row.definition(), row.plannedThrough(), row.nextDueAt());
                }
            }
            for (int shard : shards) {
                for (int i = 0; i < unreadable; i++) {
                    rows.unreadable(shard, new JobId(new UUID(i, shard)));
                }
                // Two groups, of which the database has read every row.
                if (surplusRows > 0) {
                    rows.open(shard, "crowd", surplusRows / 2);
                    rows.claimed(shard, "crowd", now, surplusRows - surplusRows / 2);
                }
            }
        }
    }

    /** Until there is a pause: all shards are counted then. */
    private void round() {
        while (counter.step().compareTo(Duration.ofSeconds(1)) < 0) {
            assertThat(asked.size()).isLessThan(1_000);
        }
    }

    private void job(int shard, JobMaker maker) {
        JobDefinition definition = maker.make();
        Instant now = time.now();
        Instant next = Objects.requireNonNull(
                new TestSchedules().compile(definition.schedule()).nextAfter(now));
        jobs.add(new Row(shard, new JobId(new UUID(jobs.size(), shard)), definition, now, next));
    }

    private Forecast forecast(int minutes) {
        return Forecast.of(board.values(), time.now(), minutes);
    }

    @Test
    void jobs_count_in_every_minute_they_fall_due_in() {
        Instant minute = time.now().truncatedTo(ChronoUnit.MINUTES);
        job(1, JobMaker.once(minute.plusSeconds(130)));
        job(2, JobMaker.everySeconds(30).pool("other"));
        round();
        assertThat(forecast(4).pools())
                .contains(new PoolForecast(JobMaker.CAPABILITY.pool(), List.of(0L, 0L, 1L, 0L), 0));
        assertThat(forecast(4).pools())
                .filteredOn(pool -> pool.pool().equals("other"))
                .singleElement()
                .satisfies(pool -> assertThat(pool.due().subList(1, 4)).containsExactly(2L, 2L, 2L));
        assertThat(forecast(4).shards()).isEqualTo(2);
    }

    @Test
    void what_is_overdue_is_open_and_not_due() {
        job(1, JobMaker.once(time.now().plusSeconds(1)));
        time.advance(Duration.ofSeconds(5));
        round();
        assertThat(forecast(3).pools())
                .containsExactly(new PoolForecast(JobMaker.CAPABILITY.pool(), List.of(0L, 0L, 0L), 1));
    }

    @Test
    void a_shard_is_counted_again_after_a_while_and_not_before() {
        round();
        assertThat(asked).as("the first of which nothing is known").containsExactly(Set.of(1), Set.of(2));
        assertThat(counter.step()).isEqualTo(ForecastCounter.REFRESH);
        time.advance(Duration.ofSeconds(9));
        counter.step();
        assertThat(asked).hasSize(2);
        time.advance(Duration.ofSeconds(1));
        counter.step();
        assertThat(asked).hasSize(3);
        assertThat(asked.get(2)).as("little is in both").isEqualTo(Set.of(1, 2));
    }

    @Test
    void what_has_not_changed_is_shown_again_once_a_minute() {
        job(1, JobMaker.once(time.now().plus(Duration.ofHours(5))));
        round();
        for (int i = 0; i < 11; i++) {
            time.advance(ForecastCounter.REFRESH);
            counter.step();
        }
        assertThat(asked).hasSize(13);
        assertThat(shows).isBetween(3, 6);
    }

    @Test
    void what_is_due_is_counted_at_a_bounded_pace() {
        surplusRows = 6_000;
        assertThat(counter.step()).isEqualTo(Duration.ofSeconds(6_000 / ForecastCounter.ROWS_PER_SECOND));
        assertThat(asked.get(0)).as("of shards nothing is known of").isEqualTo(Set.of(1));
        counter.step();
        time.advance(Duration.ofMinutes(1));
        assertThat(counter.step()).isEqualTo(Duration.ofSeconds(6));
        assertThat(asked.get(2)).as("two would be too many rows at once").isEqualTo(Set.of(1));
        counter.step();
        assertThat(asked.get(3)).isEqualTo(Set.of(2));
    }

    @Test
    void many_shards_are_begun_with_one_and_where_little_is_in_it_the_others_follow_at_once() {
        owned.addAll(IntStream.range(0, 256).boxed().collect(Collectors.toSet()));
        round();
        assertThat(asked.get(0)).hasSize(1);
        assertThat(asked).hasSizeLessThan(7);
        assertThat(board).hasSize(256);
    }

    @Test
    void where_much_is_in_every_shard_no_statement_reads_many() {
        owned.addAll(IntStream.range(0, 256).boxed().collect(Collectors.toSet()));
        surplusRows = 8_000;
        for (int i = 0; i < 20; i++) {
            counter.step();
        }
        assertThat(asked).hasSize(20).allSatisfy(shards -> assertThat(shards).hasSize(1));
    }

    /** The board forgets after twenty minutes; ten million rows at a thousand a second would take almost three hours. */
    @Test
    void a_round_takes_no_longer_than_the_board_keeps_what_it_was_shown() {
        owned.addAll(IntStream.range(0, 256).boxed().collect(Collectors.toSet()));
        surplusRows = 40_000;
        Duration round = Duration.ZERO;
        for (int i = 0; i < 256; i++) {
            round = round.plus(counter.step());
        }
        assertThat(asked).hasSize(256);
        assertThat(board).hasSize(256);
        assertThat(round).isBetween(Duration.ofMinutes(9), Duration.ofMinutes(11));
    }

    @Test
    void only_shards_of_this_member_are_counted_and_none_while_it_may_not_act() {
        mayAct = false;
        counter.step();
        assertThat(asked).isEmpty();
        mayAct = true;
        owned.remove(1);
        counter.step();
        assertThat(asked).containsExactly(Set.of(2));
        assertThat(counter.age()).isZero();
        time.advance(Duration.ofSeconds(3));
        assertThat(counter.age()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void without_shards_there_is_no_age_and_those_that_cannot_be_counted_grow_old_from_the_beginning() {
        round();
        time.advance(Duration.ofSeconds(30));
        assertThat(counter.age()).isEqualTo(Duration.ofSeconds(30));
        owned.clear();
        counter.step();
        assertThat(counter.age()).as("all were given up").isZero();

        away = true;
        owned.add(7);
        counter.step();
        time.advance(Duration.ofMinutes(4));
        counter.step();
        assertThat(counter.age()).isEqualTo(Duration.ofMinutes(4));
        away = false;
        counter.step();
        assertThat(counter.age()).isZero();
    }

    @Test
    void a_store_that_is_away_is_asked_again() {
        away = true;
        assertThat(counter.step()).isPositive();
        away = false;
        round();
        assertThat(board).hasSize(2);
    }

    @Test
    void a_schedule_that_cannot_be_read_any_more_spoils_nothing() {
        jobs.add(new Row(
                1,
                new JobId(new UUID(9, 9)),
                JobMaker.broken().make(),
                time.now(),
                time.now().plusSeconds(70)));
        job(1, JobMaker.once(time.now().plusSeconds(70)));
        unreadable = 2;
        round();
        assertThat(forecast(3).due().stream().mapToLong(Long::longValue).sum()).isEqualTo(1);
        assertThat(counter.unreadable())
                .as("two definitions a shard, and a schedule")
                .isEqualTo(5);
        assertThat(forecast(3).unreadable()).isEqualTo(5);
        assertThat(forecast(3).complete()).isFalse();
        unreadable = 0;
        jobs.clear();
        time.advance(ForecastCounter.REFRESH);
        round();
        assertThat(counter.unreadable()).isZero();
    }

    @Test
    void an_outlook_is_read_as_it_was_written() {
        ShardOutlook outlook = new ShardOutlook(
                255,
                Instant.parse("2026-03-01T12:00:00Z"),
                Instant.parse("2026-03-01T12:00:31.500Z"),
                80,
                Map.of("a", new PoolOutlook(List.of(1L, 0L, 700L), 3), "ö", new PoolOutlook(List.of(), 1)),
                4);
        assertThat(OutlookBytes.read(OutlookBytes.of(outlook))).isEqualTo(outlook);
    }
}
