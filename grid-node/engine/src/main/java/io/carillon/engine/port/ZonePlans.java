package io.carillon.engine.port;

import io.carillon.domain.schedule.Zones;
import io.carillon.domain.store.ZoneStore.Tally;
import io.carillon.domain.store.ZoneStore.ZonedJob;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Which jobs are planned by rules of their time zone that are not the newest. Never blocks; thread-safe. */
public interface ZonePlans {

    /** The newest edition known here; {@link Zones#FIRST_EDITION}: nothing was ever changed. */
    int edition();

    /** The newest edition in which this zone has other rules than before. */
    int editionOf(String zone);

    /** As {@link io.carillon.domain.store.ZoneStore#planned}. */
    CompletableFuture<Map<Integer, Integer>> planned(Set<Integer> shards);

    /** As {@link io.carillon.domain.store.ZoneStore#jobs}. */
    CompletableFuture<List<ZonedJob>> jobs(int shard, @Nullable ZonedJob after, int limit);

    /** As {@link io.carillon.domain.store.ZoneStore#finish}. */
    CompletableFuture<Boolean> finish(int shard, long epoch, int edition, Tally tally, Instant now);

    /** Rules never change. */
    ZonePlans NONE = new ZonePlans() {
        @Override
        public int edition() {
            return Zones.FIRST_EDITION;
        }

        @Override
        public int editionOf(String zone) {
            return edition();
        }

        @Override
        public CompletableFuture<Map<Integer, Integer>> planned(Set<Integer> shards) {
            return CompletableFuture.completedFuture(Map.of());
        }

        @Override
        public CompletableFuture<List<ZonedJob>> jobs(int shard, @Nullable ZonedJob after, int limit) {
            return CompletableFuture.completedFuture(List.of());
        }

        @Override
        public CompletableFuture<Boolean> finish(int shard, long epoch, int edition, Tally tally, Instant now) {
            return CompletableFuture.completedFuture(false);
        }
    };
}
