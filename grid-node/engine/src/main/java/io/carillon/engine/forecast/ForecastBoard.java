package io.carillon.engine.forecast;

import io.carillon.domain.forecast.ShardOutlook;
import java.util.Collection;

/** Where owners of shards show what falls due in them, for all members to read. Thread-safe. */
public interface ForecastBoard {

    /** Replaces what was shown of these shards. Never blocks; best effort. */
    void show(Collection<ShardOutlook> outlooks);

    /** The newest of each shard that any is known of. May ask other members. */
    Collection<ShardOutlook> all();
}
