package io.carillon.engine.shard;

import java.time.Instant;

/** What the wheel holds: something to do on the loop's thread once its time has come. */
@FunctionalInterface
interface Alarm {
    void ring(Instant now);
}
