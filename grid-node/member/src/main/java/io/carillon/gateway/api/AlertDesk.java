package io.carillon.gateway.api;

import io.carillon.domain.access.AuditEntry;
import io.carillon.domain.access.Principal;
import io.carillon.domain.alert.Circuit;
import io.carillon.domain.alert.Webhook;
import io.carillon.domain.id.Uuids;
import io.carillon.domain.store.AlertStore;
import io.carillon.domain.store.Webhooks;
import io.carillon.domain.time.TimeSource;
import java.net.URI;
import java.util.SortedMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Where owners are told of their dead letters, as the doors offer it. Blocks for a few round trips. Thread-safe. */
public final class AlertDesk {

    /** More than this is not counted. */
    static final int WAITING_MAX = 10_000;

    private static final int TRIES_MAX = 10;
    static final int OWNER_CHARS_MAX = 200;

    /**
     * @param waiting alerts not yet delivered, counted up to ten thousand
     * @param circuit null while deliveries succeed
     */
    public record State(
            Webhook webhook, int waiting, @Nullable Circuit circuit) {}

    /** @param newSecret told this once; null if the secret is as it was, or there is none */
    public record Changed(Webhook webhook, @Nullable String newSecret) {

        /** Without the secret. */
        @Override
        public String toString() {
            return "Changed[" + webhook + "]";
        }
    }

    /** What speaks against a well-formed URL before anything is sent there. */
    @FunctionalInterface
    public interface Targets {
        /** @return words that follow the field's name; null: nothing */
        @Nullable
        String faultOf(String url);
    }

    private final Webhooks webhooks;
    private final AlertStore alerts;
    private final TimeSource time;
    private final Supplier<String> secrets;
    private final Targets targets;

    /** @param secrets makes texts that nobody can guess */
    public AlertDesk(Webhooks webhooks, AlertStore alerts, TimeSource time, Supplier<String> secrets, Targets targets) {
        this.webhooks = webhooks;
        this.alerts = alerts;
        this.time = time;
        this.secrets = secrets;
        this.targets = targets;
    }

    public State state(Principal principal, String ownerId) {
        check(principal, ownerId);
        return History.read(() -> new State(
                webhooks.find(ownerId),
                alerts.countWaiting(ownerId, WAITING_MAX),
                alerts.circuit(ownerId).orElse(null)));
    }

    /**
     * @param url null: tell nobody any more
     * @param rotate makes a new secret also where there is one
     * @param violations what the door found wrong already
     */
    public Changed change(
            Principal principal, String ownerId, @Nullable String url, boolean rotate, Violations violations) {
        check(principal, ownerId);
        String fault = url == null ? null : HttpRules.urlFault(url);
        if (fault == null && url != null) {
            fault = targets.faultOf(url);
        }
        if (fault != null) {
            violations.add("webhook_url", fault);
        }
        if (!violations.isEmpty()) {
            throw Problem.invalid(violations.list()).toException();
        }
        return History.read(() -> {
            for (int i = 0; i < TRIES_MAX; i++) {
                Webhook before = webhooks.find(ownerId);
                Changed changed = decide(before, url, rotate);
                if (webhooks.save(
                        changed.webhook(),
                        Uuids.version7(time.now().toEpochMilli(), time.randomBits(), time.randomBits()),
                        time.now(),
                        entry(principal, before, changed))) {
                    return changed;
                }
            }
            throw Problem.passing(ProblemType.OVERLOADED, "the owner is being changed by others all the time")
                    .toException();
        });
    }

    private AuditEntry entry(Principal who, Webhook before, Changed changed) {
        SortedMap<String, String> after = values(changed.webhook());
        if (changed.newSecret() != null) {
            after.put("secret", "new");
        }
        String owner = before.ownerId();
        return AuditEntry.of(who, time.now(), owner, "alerts.changed", owner, values(before), after);
    }

    /** A URL's path and query may hold a secret of the receiver's. */
    private static SortedMap<String, String> values(Webhook webhook) {
        String url = webhook.url();
        return AuditEntry.values(
                "webhook_host", url == null ? null : URI.create(url).getHost());
    }

    private Changed decide(Webhook before, @Nullable String url, boolean rotate) {
        String kept = before.secret();
        long version = before.version() + 1;
        if (url == null) {
            return new Changed(new Webhook(before.ownerId(), null, null, version), null);
        }
        if (kept != null && !rotate) {
            return new Changed(new Webhook(before.ownerId(), url, kept, version), null);
        }
        String made = secrets.get();
        return new Changed(new Webhook(before.ownerId(), url, made, version), made);
    }

    private static void check(Principal principal, String ownerId) {
        String fault = Texts.fault(ownerId, OWNER_CHARS_MAX);
        if (fault != null) {
            throw Problem.invalid("owner_id", fault).toException();
        }
        if (!principal.mayActFor(ownerId)) {
            throw Problem.of(ProblemType.FORBIDDEN, "you may not act for owner " + ownerId)
                    .toException();
        }
    }
}
