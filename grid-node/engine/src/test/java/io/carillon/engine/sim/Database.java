package io.carillon.engine.sim;

import io.carillon.domain.time.Micros;
import io.carillon.engine.testkit.Rows;
import io.carillon.engine.testkit.VirtualTime;
import java.time.Duration;
import java.time.Instant;

/** The one database: its rows, its clock, and the floor under fencing tokens. */
final class Database {

    private final World world;
    private Duration stepped = Duration.ZERO;
    private Duration furthest = Duration.ZERO;
    long floor;

    final Rows rows;

    Database(World world) {
        this.world = world;
        // A start may be dated as late as its member's clock can be ahead.
        this.rows = new Rows(() -> latest().plus(world.laws.clockErrorMax()));
        rows.ownWritesOutliveTheEpoch(world.chance.below(2) == 0);
    }

    /** Its own clock, by which everything is due. */
    Instant now() {
        return unstepped().plus(stepped);
    }

    /**
     * What its clock would show had it never gone back. Members that have not read it since go on like that, as they must.
     */
    Instant latest() {
        return unstepped().plus(furthest);
    }

    void stepClock(Duration by) {
        stepped = stepped.plus(by);
        furthest = stepped.compareTo(furthest) > 0 ? stepped : furthest;
    }

    private Instant unstepped() {
        return Micros.toInstant(Micros.of(VirtualTime.START) + world.agenda.nowMicros());
    }
}
