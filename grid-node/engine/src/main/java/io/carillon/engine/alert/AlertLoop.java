package io.carillon.engine.alert;

import io.carillon.domain.alert.Alert;
import io.carillon.domain.alert.AlertDecision;
import io.carillon.domain.alert.AlertRules;
import io.carillon.domain.alert.Circuit;
import io.carillon.domain.alert.PostOutcome;
import io.carillon.domain.alert.Webhook;
import io.carillon.domain.store.AlertStore;
import io.carillon.domain.store.AlertStore.Waiting;
import io.carillon.domain.store.StoreUnavailableException;
import io.carillon.domain.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers alerts: takes what is due in the store, endpoint by endpoint in turn, sends it, and writes down what became of
 * it. Every member runs one; an alert is taken by one of them at a time.
 *
 * <p>At least once: an alert leaves the store's list only after its endpoint has answered well and that is written. What
 * a member had taken when it died is due again after a while. In memory are only the alerts under way, a bounded number;
 * when to try again, and which endpoint is closed, stands in the store.
 *
 * <p>One thread; answers of posts arrive from others.
 */
public final class AlertLoop {

    private static final Logger log = LoggerFactory.getLogger(AlertLoop.class);

    private static final int DROPPED_AT_ONCE = 1_000;
    /** More than can be busy with what is under way, so that each look finds somebody who is not. */
    private static final int OWNERS_AT_ONCE = 100;

    private record Answered(Alert alert, PostOutcome outcome) {}

    private final AlertStore store;
    private final AlertPost post;
    private final TimeSource time;
    private final AlertEvents events;
    private final AlertSettings settings;
    private final Runnable wake;
    /** Never more than are under way. */
    private final ConcurrentLinkedQueue<Answered> arrived = new ConcurrentLinkedQueue<>();

    private final Deque<Answered> unsettled = new ArrayDeque<>();
    private final Map<String, Integer> underWay = new HashMap<>();
    private int underWayCount;
    private String lastOwner = "";

    /** @param wake called by any thread when a step is worth while before its time */
    public AlertLoop(
            AlertStore store,
            AlertPost post,
            TimeSource time,
            AlertEvents events,
            AlertSettings settings,
            Runnable wake) {
        this.store = store;
        this.post = post;
        this.time = time;
        this.events = events;
        this.settings = settings;
        this.wake = wake;
    }

    /** @return how long to wait before the next call, unless woken */
    public Duration step() {
        try {
            settle();
            boolean more = underWayCount < settings.underWayMax() && sendSome();
            return more ? Duration.ZERO : settings.look();
        } catch (StoreUnavailableException e) {
            log.warn("alerts wait until the database answers: {}", e.getMessage());
            return settings.look();
        }
    }

    /** Alerts under way. */
    int underWay() {
        return underWayCount;
    }

    /** What cannot be written now stays in memory, and keeps its place among those under way. */
    private void settle() {
        for (Answered next = arrived.poll(); next != null; next = arrived.poll()) {
            unsettled.add(next);
        }
        while (!unsettled.isEmpty()) {
            settle(unsettled.element());
            Alert settled = unsettled.remove().alert();
            underWay.merge(settled.ownerId(), -1, (count, one) -> count + one == 0 ? null : count + one);
            underWayCount--;
        }
    }

    private void settle(Answered answered) {
        Alert alert = answered.alert;
        Instant now = time.now();
        @Nullable Circuit before = store.circuit(alert.ownerId()).orElse(null);
        AlertDecision decision = AlertRules.decide(alert, answered.outcome, before, now, time.chance(), time.chance());
        if (decision instanceof AlertDecision.Delivered) {
            store.delivered(alert, now);
            events.delivered();
            if (before != null) {
                log.info("alerts are taken again owner={} failures={}", alert.ownerId(), before.failures());
            }
        } else if (decision instanceof AlertDecision.Again again) {
            store.again(alert, again.at(), again.circuit());
            failed(answered, before, again.circuit());
        } else if (decision instanceof AlertDecision.GivenUp givenUp) {
            if (store.givenUp(alert, givenUp.circuit())) {
                events.givenUp();
            }
            failed(answered, before, givenUp.circuit());
        } else {
            throw new IllegalStateException("unknown decision " + decision);
        }
    }

    private void failed(Answered answered, @Nullable Circuit before, Circuit after) {
        events.failed(answered.outcome.kind());
        if (AlertRules.isProbe(after) && !AlertRules.isProbe(before)) {
            log.warn(
                    "alerts are not taken owner={} error={} closed_until={}",
                    answered.alert.ownerId(),
                    after.lastError(),
                    after.closedUntil());
        }
    }

    /** @return true if there may be more to send at once */
    private boolean sendSome() {
        Instant now = time.now();
        boolean fromTheFirst = lastOwner.isEmpty();
        List<Waiting> owners = store.waiting(now, lastOwner, OWNERS_AT_ONCE);
        boolean sent = false;
        for (Waiting owner : owners) {
            if (underWayCount == settings.underWayMax()) {
                // The rest have their turn when there is room again.
                return false;
            }
            sent |= serve(owner, now);
            lastOwner = owner.webhook().ownerId();
        }
        if (owners.size() == OWNERS_AT_ONCE) {
            return true;
        }
        lastOwner = "";
        return sent || !fromTheFirst;
    }

    private boolean serve(Waiting owner, Instant now) {
        Webhook webhook = owner.webhook();
        if (webhook.url() == null) {
            int dropped = store.drop(webhook.ownerId(), DROPPED_AT_ONCE);
            events.dropped(dropped);
            return dropped == DROPPED_AT_ONCE;
        }
        Circuit circuit = owner.circuit();
        int free = settings.underWayMax() - underWayCount;
        int room = Math.min(
                free,
                AlertRules.room(circuit, underWay.getOrDefault(webhook.ownerId(), 0), settings.perEndpoint(), now));
        Instant until = now.plus(settings.taken());
        if (room == 0
                || (circuit != null
                        && AlertRules.isProbe(circuit)
                        && !store.takeProbe(webhook.ownerId(), circuit, until))) {
            return false;
        }
        List<Alert> taken = store.take(webhook.ownerId(), now, until, room);
        taken.forEach(alert -> send(webhook, alert));
        return !taken.isEmpty();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the answer comes by the queue
    private void send(Webhook webhook, Alert alert) {
        underWay.merge(alert.ownerId(), 1, Integer::sum);
        underWayCount++;
        CompletableFuture<PostOutcome> answer;
        try {
            answer = post.post(webhook, alert);
        } catch (RuntimeException e) {
            answer = CompletableFuture.failedFuture(e);
        }
        answer.whenComplete((outcome, error) -> {
            arrived.add(new Answered(
                    alert,
                    outcome != null ? outcome : new PostOutcome(PostOutcome.Kind.UNREACHABLE, String.valueOf(error))));
            wake.run();
        });
    }
}
