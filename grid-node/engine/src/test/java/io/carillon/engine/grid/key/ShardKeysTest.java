package io.carillon.engine.grid.key;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.internal.serialization.InternalSerializationService;
import com.hazelcast.internal.serialization.impl.DefaultSerializationServiceBuilder;
import com.hazelcast.internal.util.HashUtil;
import com.hazelcast.partition.strategy.DefaultPartitioningStrategy;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Shards;
import io.carillon.domain.id.Trigger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShardKeysTest {

    private final InternalSerializationService serialization = new DefaultSerializationServiceBuilder()
            .setPartitioningStrategy(new DefaultPartitioningStrategy())
            .addDataSerializableFactory(KeyFactory.ID, new KeyFactory())
            .build();

    @Test
    void no_partition_holds_more_than_one_shard() {
        assertThat(IntStream.range(0, Shards.COUNT).map(shard -> partitionOf(ShardKeys.of(shard))))
                .doesNotHaveDuplicates();
    }

    @Test
    void the_table_is_the_least_integers_that_hash_to_partitions_of_their_own() {
        List<Integer> least = new ArrayList<>();
        Set<Integer> taken = new HashSet<>();
        for (int key = 0; least.size() < Shards.COUNT; key++) {
            if (taken.add(partitionOf(key))) {
                least.add(key);
            }
        }
        assertThat(IntStream.range(0, Shards.COUNT).mapToObj(ShardKeys::of)).isEqualTo(least);
    }

    @Test
    void a_job_and_its_runs_lie_in_the_partition_of_their_shard() {
        for (long i = 0; i < 1_000; i++) {
            JobId job = new JobId(new UUID(0x0190_0000_0000_7000L + i, 0x8000_0000_0000_0000L + 31 * i));
            RunId run = RunId.of(job, Instant.ofEpochSecond(i), Trigger.SCHEDULE, null);
            int partition = partitionOf(ShardKeys.of(job.shard()));
            assertThat(partitionOf(new JobKey(job))).isEqualTo(partition);
            assertThat(partitionOf(new RunKey(run))).isEqualTo(partition);
        }
    }

    private int partitionOf(Object key) {
        return HashUtil.hashToIndex(serialization.toData(key).getPartitionHash(), ShardKeys.PARTITIONS);
    }
}
