package io.carillon.engine.grid.route;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.Supplier;

/** How requests fare on their way to the owners. */
final class RouteMeters {

    private final Counter local;
    private final Counter remote;
    private final Counter rerouted;
    private final Counter unanswered;
    private final Counter lateReplies;
    private final Counter lostReplies;

    RouteMeters(MeterRegistry registry, Supplier<Number> waiting) {
        this.local = requests(registry, "local");
        this.remote = requests(registry, "remote");
        this.rerouted = counter(registry, "rerouted", "Requests sent on, because the owner had changed or was gone");
        this.unanswered = counter(registry, "unanswered", "Requests that got no answer in time");
        this.lateReplies = counter(registry, "late.replies", "Answers that came after the time was over");
        this.lostReplies = counter(registry, "lost.replies", "Answers that could not be sent");
        Gauge.builder("carillon.owners.waiting", waiting)
                .description("Requests of this member that wait for another one's answer")
                .register(registry);
    }

    private static Counter requests(MeterRegistry registry, String way) {
        return Counter.builder("carillon.owners.requests")
                .description("Requests to owners of shards")
                .tag("way", way)
                .register(registry);
    }

    private static Counter counter(MeterRegistry registry, String what, String description) {
        return Counter.builder("carillon.owners." + what)
                .description(description)
                .register(registry);
    }

    void local(int requests) {
        local.increment(requests);
    }

    void remote(int requests) {
        remote.increment(requests);
    }

    void rerouted(int requests) {
        rerouted.increment(requests);
    }

    void unanswered() {
        unanswered.increment();
    }

    void lateReply() {
        lateReplies.increment();
    }

    void lostReplies(int replies) {
        lostReplies.increment(replies);
    }
}
