package io.carillon.engine.sim;

/** Messages between members: late, lost, doubled, overtaking each other. */
final class Network {

    private final World world;
    private final Chance chance;

    Network(World world) {
        this.world = world;
        this.chance = world.chance.fork();
    }

    /** Over the mail, of which little is lost. */
    void send(Node from, Node to, Runnable atArrival) {
        send(from, to, Fault.MAIL_LOST, Fault.MAIL_TWICE, atArrival);
    }

    /** Over the queues of gateways. */
    void queue(Node from, Node to, Runnable atArrival) {
        send(from, to, Fault.QUEUE_LOST, Fault.QUEUE_TWICE, atArrival);
    }

    private void send(Node from, Node to, Fault lost, Fault twice, Runnable atArrival) {
        if (from.isDead()) {
            return;
        }
        if (from == to) {
            world.agenda.after(chance.micros(1, 20), () -> to.run(atArrival));
            return;
        }
        if (from.isIsolated() || to.isIsolated() || world.mix.hits(lost)) {
            return;
        }
        deliver(to, atArrival);
        if (world.mix.hits(twice)) {
            deliver(to, atArrival);
        }
    }

    private void deliver(Node to, Runnable atArrival) {
        int most = world.mix.hits(Fault.MAIL_LATE) ? 4_000_000 : 2_000;
        world.agenda.after(chance.micros(200, most), () -> to.run(atArrival));
    }
}
