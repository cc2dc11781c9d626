package io.carillon.engine.statistics;

import static io.carillon.engine.statistics.Seen.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.run.RunTransition;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StatRecorderTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final StatRecorder recorder = StatRecorder.bounded(2, 2, 3);

    private RunStats taken(StatKey key) {
        return Objects.requireNonNull(recorder.take(0).stats().get(key));
    }

    @Test
    void a_run_counts_for_its_pool_its_owner_and_its_job() {
        recorder.add(Seen.start("p", "o", job(1), Duration.ofMillis(20)));
        recorder.add(Seen.success("p", "o", job(1), SECOND));
        Map<StatKey, RunStats> stats = recorder.take(5).stats();
        assertThat(stats).containsOnlyKeys(StatKey.pool("p"), StatKey.owner("o"), StatKey.job(job(1).toString()));
        assertThat(stats.values()).allSatisfy(each -> {
            assertThat(each.starts()).isEqualTo(1);
            assertThat(each.count(RunOutcome.SUCCEEDED)).isEqualTo(1);
            assertThat(each.delay().sumMicros()).isEqualTo(20_000);
            assertThat(each.meanDuration()).isEqualTo(SECOND);
        });
        assertThat(recorder.take(6).stats()).isEmpty();
    }

    /** The run has no end then; its attempt has. */
    @Test
    void an_attempt_that_is_tried_again_has_a_duration() {
        recorder.add(Seen.back(RunTransition.RETRY, "p", "o", job(1), SECOND));
        recorder.add(Seen.back(RunTransition.LAPSE, "p", "o", job(1), SECOND.multipliedBy(3)));
        RunStats stats = taken(StatKey.pool("p"));
        assertThat(stats.count(RunOutcome.FAILED)).isEqualTo(1);
        assertThat(stats.count(RunOutcome.LAPSED)).isEqualTo(1);
        assertThat(stats.meanDuration()).isEqualTo(Duration.ofSeconds(2));
    }

    @ParameterizedTest
    @EnumSource(
            value = RunTransition.class,
            names = {"HAND_BACK", "ASK_CANCEL", "REDRIVE"})
    void steps_that_end_nothing_are_not_told(RunTransition transition) {
        recorder.add(Seen.back(transition, "p", "o", job(1), SECOND));
        assertThat(recorder.take(0).stats()).isEmpty();
    }

    @Test
    void what_a_batch_has_no_room_for_is_counted_and_the_next_has_room_again() {
        for (int i = 0; i < 5; i++) {
            recorder.add(Seen.start("p", "o", job(i), SECOND));
        }
        recorder.add(Seen.start("p", "o", job(0), SECOND));
        Map<StatKey, RunStats> stats = recorder.take(0).stats();
        assertThat(stats).hasSize(6);
        assertThat(Objects.requireNonNull(stats.get(StatKey.pool("p"))).starts())
                .as("a pool has all, whatever room jobs have")
                .isEqualTo(6);
        assertThat(Objects.requireNonNull(stats.get(StatKey.others(StatKey.Kind.JOB)))
                        .starts())
                .as("of all jobs none is missing")
                .isEqualTo(2);
        assertThat(recorder.together()).isEqualTo(2);

        recorder.add(Seen.start("p", "o", job(4), SECOND));
        assertThat(recorder.take(0).stats()).containsKey(StatKey.job(job(4).toString()));
        assertThat(recorder.together()).isEqualTo(2);
    }

    @Test
    void where_nobody_makes_windows_of_them_owners_and_jobs_are_not_kept() {
        StatRecorder ofPools = StatRecorder.ofPools();
        ofPools.add(Seen.success("p", "o", job(1), SECOND));
        assertThat(ofPools.take(0).stats()).containsOnlyKeys(StatKey.pool("p"));
        assertThat(ofPools.together()).isZero();
    }

    @Test
    void a_batch_keeps_within_its_bytes_and_nothing_is_missing_in_its_sums() {
        StatRecorder wide = new StatRecorder();
        for (int i = 0; i < StatRecorder.JOBS_MAX; i++) {
            wide.add(Seen.success("p", "o" + i, job(i), SECOND));
            wide.add(Seen.success("p", "o" + i, job(0), SECOND));
        }
        StatBatch batch = wide.take(7);
        StatBatch few = batch.fitted(2_000);
        assertThat(batch.fitted(1_000_000).together()).isZero();
        assertThat(few.toBytes().length).isLessThan(3_000);
        Map<StatKey, RunStats> read = StatBatch.read(few.toBytes()).stats();
        for (StatKey.Kind kind : StatKey.Kind.values()) {
            assertThat(read.entrySet().stream()
                            .filter(each -> each.getKey().kind() == kind)
                            .mapToLong(each -> each.getValue().events())
                            .sum())
                    .as("of %s", kind)
                    .isEqualTo(2L * StatRecorder.JOBS_MAX);
        }
        assertThat(read).as("pools come first").containsKey(StatKey.pool("p"));
        assertThat(few.together())
                .isEqualTo(read.entrySet().stream()
                        .filter(each -> each.getKey().isOthers())
                        .mapToLong(each -> each.getValue().events())
                        .sum());
        assertThat(batch.fitted(0).stats()).hasSize(StatKey.Kind.values().length);
    }

    @Test
    void of_many_pools_the_later_ones_have_no_duration_here() {
        PoolDurations durations = new PoolDurations();
        StatRecorder many = StatRecorder.bounded(3_000, 0, 0);
        for (int i = 0; i < 3_000; i++) {
            many.add(Seen.success("p" + i, "o", job(1), SECOND));
        }
        durations.add(many.take(0));
        long known = IntStream.range(0, 3_000)
                .filter(i -> durations.mean("p" + i).isPresent())
                .count();
        assertThat(known).isEqualTo(1_000);
        assertThat(durations.mean("")).isEmpty();
    }

    @Test
    void a_batch_is_read_as_it_was_written() {
        recorder.add(Seen.start("p", "o", job(1), SECOND));
        recorder.add(Seen.success("q", "ö", job(2), SECOND));
        StatBatch batch = recorder.take(1_772_366_400_123L);
        StatBatch read = StatBatch.read(batch.toBytes());
        assertThat(read.atMillis()).isEqualTo(batch.atMillis());
        assertThat(read.stats()).containsOnlyKeys(batch.stats().keySet());
        read.stats().forEach((key, stats) -> {
            StatWindow window = new StatWindow(key, 60_000, 30_000, stats, 7);
            StatWindow again = StatWindow.read(window.toBytes());
            assertThat(again.key()).isEqualTo(key);
            assertThat(again.endMillis()).isEqualTo(60_000);
            assertThat(again.startMillis()).isEqualTo(30_000);
            assertThat(again.together()).isEqualTo(7);
            assertThat(again.toBytes())
                    .isEqualTo(new StatWindow(
                                    key,
                                    60_000,
                                    30_000,
                                    Objects.requireNonNull(batch.stats().get(key)),
                                    7)
                            .toBytes());
        });
    }

    @Test
    void durations_of_a_pool_follow_what_it_does_lately() {
        PoolDurations durations = new PoolDurations();
        assertThat(durations.mean("p")).isEmpty();
        recorder.add(Seen.success("p", "o", job(1), Duration.ofSeconds(9)));
        durations.add(recorder.take(0));
        assertThat(durations.mean("p")).contains(Duration.ofSeconds(9));
        for (int i = 0; i < 5_000; i++) {
            recorder.add(Seen.success("p", "o", job(1), SECOND));
        }
        durations.add(recorder.take(0));
        assertThat(durations.mean("p").orElseThrow()).isBetween(SECOND, Duration.ofMillis(1_100));
        assertThat(durations.mean("q")).isEmpty();
    }
}
