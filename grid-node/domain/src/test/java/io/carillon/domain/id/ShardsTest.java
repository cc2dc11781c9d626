package io.carillon.domain.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The values here were reckoned by another program. They stand in rows and in run ids: they never change. */
class ShardsTest {

    @ParameterizedTest
    @CsvSource({
        "00000000-0000-0000-0000-000000000000, 0",
        "ffffffff-ffff-ffff-ffff-ffffffffffff, 0",
        "0190163d-8694-739b-aea5-966c26f8ad91, 53",
        "6ba7b810-9dad-11d1-80b4-00c04fd430c8, 24",
        "01930000-0000-7000-8000-000000000001, 192",
        "01930000-0000-7000-8000-000000000002, 181",
    })
    void a_jobs_shard_is_fixed_for_ever(String job, int shard) {
        assertThat(JobId.parse(job).shard()).isEqualTo(shard);
    }

    @Test
    void there_are_256_for_ever() {
        assertThat(Shards.COUNT).isEqualTo(256);
    }

    @Test
    void ids_that_differ_in_a_counter_alone_spread_evenly() {
        int[] jobs = new int[Shards.COUNT];
        LongStream.range(0, 256_000)
                .mapToObj(n -> new JobId(new UUID(0x0190163d_8694_7000L, 0x8000_0000_0000_0000L | n)))
                .forEach(job -> jobs[job.shard()]++);
        assertThat(IntStream.of(jobs)).allMatch(n -> n > 850 && n < 1_150);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 256, Integer.MAX_VALUE})
    void what_is_no_shard_is_refused(int shard) {
        assertThatThrownBy(() -> Shards.check(shard)).isInstanceOf(IllegalArgumentException.class);
        assertThat(Shards.check(0)).isZero();
        assertThat(Shards.check(255)).isEqualTo(255);
    }
}
