package io.carillon.engine.gateway;

import io.carillon.domain.note.RunNote;
import io.carillon.domain.time.TimeSource;
import io.carillon.engine.command.RunCommand;
import io.carillon.engine.command.RunReply;
import io.carillon.engine.gateway.OwnerLine.Question;
import io.carillon.engine.gateway.ResultAck.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * What a connected worker says, over one stream. Calls of one session come one at a time, in the order in which the
 * worker said it; they never block.
 */
public final class WorkerSession {

    /** A lost confirmation costs little: the next heartbeat does the same. */
    private static final Duration ACCEPT_PATIENCE = Duration.ofSeconds(5);
    /** After which the lease lapses, which does the same later. */
    private static final Duration HAND_BACK_PATIENCE = Duration.ofMinutes(1);
    /** Workers repeat what has not been acknowledged, so this only bounds what one silent owner can pile up. */
    private static final Duration REPORT_PATIENCE = Duration.ofDays(1);

    private final SessionSlots session;
    private final Sessions sessions;
    private final OwnerLine owners;
    private final Heartbeats heartbeats;
    private final NoteDesk notes;
    private final TimeSource time;
    private final GatewayEvents events;

    WorkerSession(
            SessionSlots session,
            Sessions sessions,
            OwnerLine owners,
            Heartbeats heartbeats,
            NoteDesk notes,
            TimeSource time,
            GatewayEvents events) {
        this.session = session;
        this.sessions = sessions;
        this.owners = owners;
        this.heartbeats = heartbeats;
        this.notes = notes;
        this.time = time;
        this.events = events;
    }

    /** It has received these assignments and will run them. */
    public void accepted(List<HeldRun> runs) {
        sessions.confirm(session, runs);
        owners.ask(runs.stream()
                .map(run ->
                        new Question(new RunCommand.Accept(run.runId(), run.fencingToken()), ACCEPT_PATIENCE, reply -> {
                            if (reply instanceof RunReply.Stale && sessions.revoke(session, run, false)) {
                                events.revoked(1);
                            } else if (reply instanceof RunReply.Cancelling) {
                                sessions.cancel(session, run);
                            }
                        }))
                .toList());
    }

    /** It holds exactly these, and asks for their leases to be renewed. */
    public void heartbeat(long sequence, List<HeldRun> held) {
        heartbeats.beat(session, sequence, held, true);
    }

    /** It holds these among others, of which it says nothing, and asks for the leases of these to be renewed. */
    public void heartbeatOfSome(long sequence, List<HeldRun> held) {
        heartbeats.beat(session, sequence, held, false);
    }

    /**
     * What its handlers say while they are at work. Checkpoints are answered when they are durable.
     *
     * @param said makes the notes of the time at which they are received; at most one of each attempt
     */
    public void notes(Function<Instant, List<RunNote>> said) {
        notes.said(session.slot().workerId(), said.apply(time.now()));
    }

    /** These attempts have ended: their slots are free at once, their acknowledgements follow when durable. */
    public void results(List<ReportedEnd> ends) {
        sessions.report(session, ends.stream().map(ReportedEnd::run).toList());
        List<Question> questions = new ArrayList<>(ends.size());
        for (ReportedEnd end : ends) {
            HeldRun run = end.run();
            RunCommand.Report report = new RunCommand.Report(run.runId(), run.fencingToken(), end.outcome());
            if (!owners.keeps(report)) {
                questions.add(new Question(report, REPORT_PATIENCE, reply -> judged(run, reply)));
            }
        }
        owners.ask(questions);
    }

    /** It will not run these, or has not finished them. */
    public void handBack(List<HeldRun> runs) {
        sessions.end(session, runs);
        owners.ask(runs.stream()
                .map(run -> new Question(
                        new RunCommand.HandBack(run.runId(), run.fencingToken()), HAND_BACK_PATIENCE, reply -> {}))
                .toList());
    }

    /**
     * It can hold this many for now.
     *
     * @param slots 0 to those of its profile
     */
    public void capacity(int slots) {
        sessions.capacity(session, slots);
    }

    /** It wants no new work; what it holds goes on. */
    public void draining() {
        sessions.drain(session);
    }

    /** Its stream has ended. What it holds stays leased, for it may come back. */
    public void closed() {
        sessions.close(session);
    }

    /** The worker may have changed streams meanwhile. */
    private void judged(HeldRun run, RunReply reply) {
        Verdict verdict;
        if (reply instanceof RunReply.Accepted) {
            verdict = Verdict.ACCEPTED;
        } else if (reply instanceof RunReply.Already) {
            verdict = Verdict.ALREADY;
        } else if (reply instanceof RunReply.Stale) {
            verdict = Verdict.STALE;
            events.staleReport();
        } else {
            return;
        }
        SessionSlots current = sessions.judge(session.slot().workerId(), run);
        if (current != null) {
            current.push().acknowledge(new ResultAck(run, verdict));
        }
    }
}
