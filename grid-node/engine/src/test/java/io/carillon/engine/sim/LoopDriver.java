package io.carillon.engine.sim;

import io.carillon.domain.time.Micros;
import io.carillon.domain.time.TimeSource;
import io.carillon.engine.shard.ShardLoop;
import java.time.Duration;

/** What the thread of a loop does: a turn when a message comes, when something rings, and now and then all the same. */
final class LoopDriver {

    private static final long PARK_MAX_MICROS = 500_000;
    private static final long TURN_MICROS = 50;

    private final Agenda agenda;
    private final Node node;
    private final ShardLoop loop;
    private final TimeSource time;
    private long dueMicros = Long.MAX_VALUE;

    LoopDriver(Agenda agenda, Node node, ShardLoop loop, TimeSource time) {
        this.agenda = agenda;
        this.node = node;
        this.loop = loop;
        this.time = time;
    }

    void start() {
        loop.onMessage(() -> turnIn(TURN_MICROS));
        turnIn(TURN_MICROS);
    }

    private void turnIn(long micros) {
        long at = agenda.nowMicros() + micros;
        if (at < dueMicros) {
            dueMicros = at;
            agenda.after(Duration.ofNanos(micros * 1_000), () -> node.run(() -> turn(at)));
        }
    }

    private void turn(long at) {
        if (at != dueMicros) {
            return;
        }
        dueMicros = Long.MAX_VALUE;
        long until = loop.turn();
        if (until == Long.MAX_VALUE) {
            turnIn(PARK_MAX_MICROS);
        } else {
            long wait = until == Long.MIN_VALUE ? 0 : until - Micros.of(time.now());
            turnIn(Math.max(TURN_MICROS, Math.min(PARK_MAX_MICROS, wait)));
        }
    }
}
