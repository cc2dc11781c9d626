package io.carillon.engine.sim;

import io.carillon.engine.time.DisciplinedTime;
import java.time.Duration;
import java.time.Instant;

/** How a member comes up: it reads the database's clock until it knows the time, and goes on reading it. */
final class Boot {

    private static final Duration READ_EVERY = Duration.ofSeconds(2);
    private static final int FIRST_READINGS = 3;

    private final World world;
    private final Node node;
    private final StoreLink store;
    private final DisciplinedTime time;
    private final Chance chance;
    private final Duration skew;
    private int readings;

    private Boot(World world, Node node) {
        this.world = world;
        this.node = node;
        this.chance = world.chance.fork();
        this.store = new StoreLink(world, node);
        this.time = new DisciplinedTime(node::nanos, world.chance.forkRandom());
        this.skew = chance.millis(2_000, 8_000);
    }

    static void start(World world, String id) {
        // Close to the overflow, which elapsed times must survive.
        long nanos =
                Long.MAX_VALUE - Duration.ofSeconds(world.chance.below(120)).toNanos();
        Node node = new Node(id, world.agenda, world.chance.between(-90, 90), nanos);
        new Boot(world, node).read();
    }

    private void read() {
        long sent = node.nanos();
        Duration there = chance.micros(100, 3_000);
        Duration back = chance.micros(100, 3_000);
        if (store.isAway()) {
            node.after(READ_EVERY, this::read);
            return;
        }
        world.agenda.after(there, () -> {
            Instant reference = world.database.now();
            world.agenda.after(back, () -> node.run(() -> heard(reference, sent)));
        });
    }

    private void heard(Instant reference, long sent) {
        boolean own = world.without(Mutation.CLOCK_OF_THE_DATABASE);
        time.read(own ? reference.plus(skew) : reference, sent, node.nanos());
        if (++readings < FIRST_READINGS) {
            read();
            return;
        }
        if (readings == FIRST_READINGS) {
            new SimMember(world, node, time, store).begin();
        }
        node.after(READ_EVERY, this::read);
    }
}
