package io.carillon.engine.gateway;

import io.carillon.domain.id.RunId;
import io.carillon.domain.time.TimeSource;
import io.carillon.engine.command.RunCommand;
import io.carillon.engine.command.RunReply;
import io.carillon.engine.gateway.OwnerLine.Question;
import io.carillon.engine.gateway.Sessions.Listed;
import io.carillon.engine.port.Leases;
import io.carillon.engine.port.Leases.Renewal;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renews what workers say they hold. A heartbeat is acknowledged only once every lease in it has been renewed or revoked,
 * since the worker counts its leases from the last one acknowledged: silence makes it stop in time.
 *
 * <p>Where a lease's entry is missing, the owner is asked: it renews by itself what is still the worker's own. Meanwhile the
 * worker hears which leases are renewed, so that one owner without an answer does not stop what belongs to others.
 */
final class Heartbeats {

    private static final Logger log = LoggerFactory.getLogger(Heartbeats.class);

    /** Beyond it the list is larger than a message should be; the worker then waits for the whole. */
    static final int NOT_RENEWED_MAX = 5_000;

    private final Sessions sessions;
    private final OwnerLine owners;
    private final Leases leases;
    private final TimeSource time;
    private final Duration leaseDuration;
    private final GatewayEvents events;

    Heartbeats(Sessions sessions, OwnerLine owners, GatewayPorts ports, Duration leaseDuration) {
        this.sessions = sessions;
        this.owners = owners;
        this.leases = ports.leases();
        this.time = ports.time();
        this.leaseDuration = leaseDuration;
        this.events = ports.events();
    }

    /** @param whole the worker holds nothing else */
    void beat(SessionSlots session, long sequence, List<HeldRun> held, boolean whole) {
        Listed listed = sessions.heartbeat(session, held, whole);
        if (held.isEmpty()) {
            session.push().renewed(sequence);
            return;
        }
        List<Renewal> renewals = held.stream()
                .map(run -> new Renewal(run.runId(), run.fencingToken()))
                .toList();
        var unused = leases.renew(renewals, time.now().plus(leaseDuration)).whenComplete((missing, error) -> {
            if (error != null) {
                events.renewalFailed();
                log.debug(
                        "lease renewal failed worker={} runs={}", session.slot().workerId(), held.size(), error);
            } else {
                List<HeldRun> doubtful = doubtful(held, missing, listed);
                // A partial one may list nothing else: without an answer its stream would count as silent.
                boolean tells = !whole || doubtful.size() < held.size();
                if (!doubtful.isEmpty() && tells && doubtful.size() <= NOT_RENEWED_MAX) {
                    session.push().renewedInPart(sequence, doubtful);
                }
                settle(session, sequence, doubtful, listed.unknown());
            }
        });
    }

    /** What a worker that has connected says it holds: its owners tell whether it is still the worker's own. */
    void verify(SessionSlots session, List<HeldRun> held) {
        owners.ask(held.stream()
                .map(run -> question(session, run, reply -> {
                    if (reply instanceof RunReply.Stale && sessions.revoke(session, run, false)) {
                        events.revoked(1);
                    } else if (reply instanceof RunReply.Cancelling) {
                        sessions.cancel(session, run);
                    }
                }))
                .toList());
    }

    private void settle(SessionSlots session, long sequence, List<HeldRun> doubtful, Set<HeldRun> unknown) {
        if (doubtful.isEmpty()) {
            session.push().renewed(sequence);
            return;
        }
        AtomicInteger open = new AtomicInteger(doubtful.size());
        AtomicBoolean unanswered = new AtomicBoolean();
        owners.ask(doubtful.stream()
                .map(run -> question(session, run, reply -> {
                    if (reply instanceof RunReply.Stale) {
                        // A run the session knew but does not hold any more was reported while its owner was asked.
                        if (sessions.revoke(session, run, unknown.contains(run))) {
                            events.revoked(1);
                        }
                    } else if (reply instanceof RunReply.Noted || reply instanceof RunReply.Cancelling) {
                        if (unknown.contains(run)) {
                            sessions.adopt(session, run);
                        }
                        if (reply instanceof RunReply.Cancelling) {
                            sessions.cancel(session, run);
                        }
                    } else {
                        unanswered.set(true);
                    }
                    if (open.decrementAndGet() == 0) {
                        if (unanswered.get()) {
                            events.renewalFailed();
                        } else {
                            session.push().renewed(sequence);
                        }
                    }
                }))
                .toList());
    }

    private Question question(SessionSlots session, HeldRun run, Consumer<RunReply> answer) {
        RunCommand held = new RunCommand.Held(
                run.runId(), run.fencingToken(), session.slot().workerId());
        return new Question(held, leaseDuration, answer);
    }

    /** Ends that were reported need no lease: the verdict on them will tell. */
    private static List<HeldRun> doubtful(List<HeldRun> held, Set<RunId> missing, Listed listed) {
        return held.stream()
                .filter(run -> missing.contains(run.runId()))
                .filter(run -> !listed.reported().contains(run))
                .toList();
    }
}
