package io.carillon.engine.shard;

import io.carillon.domain.id.RunId;
import io.carillon.domain.retry.RetryPolicy;
import io.carillon.domain.run.Confirmation;
import io.carillon.domain.run.Decision;
import io.carillon.domain.run.Decision.Moved;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunEvent;
import io.carillon.domain.run.RunTransitions;
import io.carillon.domain.store.LiveRun;
import io.carillon.domain.store.PastAttempt;
import io.carillon.domain.store.RowOutcome;
import io.carillon.engine.command.Request;
import io.carillon.engine.command.RunCommand;
import io.carillon.engine.command.RunReply;
import io.carillon.engine.port.Attempt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What gateways say of runs: confirmed, still held, ended, handed back; and what follows when a lease ends.
 *
 * <p>A run that is not in memory has usually ended: then its row answers, read in batches. A report on an attempt before
 * the latest one may be a repeat, its acknowledgement having been lost: history tells.
 */
final class Reports {

    private static final Duration CLOCKS_DIFFER_MAX = Duration.ofSeconds(1);

    private final LoopContext loop;
    private final LiveRuns runs;
    private final RunWrites writes;
    private final LeaseWatch leases;
    private final Starts starts;
    private final Stops stops;
    private final Map<RunId, List<Request.OfRun>> cold = new LinkedHashMap<>();
    private final Map<Attempt, List<Request.OfRun>> past = new LinkedHashMap<>();

    Reports(LoopContext loop, LiveRuns runs, RunWrites writes, LeaseWatch leases, Starts starts, Stops stops) {
        this.loop = loop;
        this.runs = runs;
        this.writes = writes;
        this.leases = leases;
        this.starts = starts;
        this.stops = stops;
        leases.onEnd(this::endedWithoutAWord);
    }

    /** For an active shard. */
    void handle(Request.OfRun request) {
        RunSlot slot = runs.find(request.command().runId());
        if (request.command() instanceof RunCommand.Explain) {
            request.replyTo().accept(WaitReason.of(slot, loop.now(), loop.atLimit));
        } else if (slot != null) {
            whenFree(slot, request);
        } else if (request.command() instanceof RunCommand.Start) {
            request.replyTo().accept(new RunReply.NotGranted());
        } else {
            cold.computeIfAbsent(request.command().runId(), id -> new ArrayList<>(1))
                    .add(request);
        }
    }

    void flush() {
        askAboutPast();
        if (cold.isEmpty()) {
            return;
        }
        Map<RunId, List<Request.OfRun>> asked = new LinkedHashMap<>(cold);
        cold.clear();
        loop.ask(() -> loop.ports.store().loadRuns(asked.keySet()), (found, error) -> answerCold(asked, found));
    }

    private void whenFree(RunSlot slot, Request.OfRun request) {
        if (!slot.busy) {
            apply(slot, request);
            return;
        }
        slot.line.join(new Waiter() {
            @Override
            public void proceed() {
                apply(slot, request);
            }

            @Override
            public void abandon() {
                request.replyTo().accept(new RunReply.Retry());
            }

            @Override
            public boolean leave() {
                abandon();
                return true;
            }
        });
    }

    private void apply(RunSlot slot, Request.OfRun request) {
        RunCommand command = request.command();
        Consumer<RunReply> replyTo = request.replyTo();
        if (command instanceof RunCommand.Start start) {
            if (isUnanswered(slot, start)) {
                event(slot, new RunEvent.HandBack(slot.run.fencingToken()), new RunReply.NotGranted(), replyTo);
            } else {
                starts.requested(slot, start.workerId(), replyTo);
            }
        } else if (command instanceof RunCommand.Accept accept) {
            confirm(slot, accept.fencingToken(), replyTo);
        } else if (command instanceof RunCommand.Held held) {
            confirm(slot, held.fencingToken(), replyTo);
        } else if (command instanceof RunCommand.HandBack handBack) {
            event(slot, new RunEvent.HandBack(handBack.fencingToken()), new RunReply.Noted(), replyTo);
        } else if (command instanceof RunCommand.Report report) {
            if (report.fencingToken() < slot.run.fencingToken()) {
                ofPast(request, report);
                return;
            }
            event(slot, new RunEvent.Report(report.fencingToken(), report.outcome()), new RunReply.Accepted(), replyTo);
        } else {
            throw new IllegalStateException("unknown command " + command);
        }
    }

    /**
     * The last owner has granted this very start and did not live to say so: its worker has not got the attempt. Whether
     * somebody was quicker than the question tells the time of the start, as far as clocks agree.
     */
    private static boolean isUnanswered(RunSlot slot, RunCommand.Start start) {
        return slot.isRunning()
                && slot.confirmation == Confirmation.UNKNOWN
                && start.workerId().equals(slot.run.workerId())
                && start.askedAt().minus(CLOCKS_DIFFER_MAX).isBefore(Objects.requireNonNull(slot.run.startedAt()));
    }

    private void confirm(RunSlot slot, long token, Consumer<RunReply> replyTo) {
        if (slot.isRunning() && slot.run.fencingToken() == token) {
            leases.accepted(slot);
            boolean cancelling = slot.run.cancelRequestedAt() != null;
            replyTo.accept(cancelling ? new RunReply.Cancelling() : new RunReply.Noted());
        } else {
            replyTo.accept(new RunReply.Stale());
        }
    }

    private void event(RunSlot slot, RunEvent event, RunReply done, Consumer<RunReply> replyTo) {
        Decision decision = decide(slot.run, event, slot.definition.retry());
        if (!(decision instanceof Moved moved)) {
            replyTo.accept(answer(decision));
            return;
        }
        if (slot.rejections.parked()) {
            // The store will not take this end. The lease runs out, and a new attempt may end in a way that it takes.
            replyTo.accept(new RunReply.Retry());
            return;
        }
        countIfUnheard(slot, event);
        leases.ended(slot);
        writes.submit(slot, moved, new RunWrites.Then() {
            private boolean answered;

            @Override
            public void durable(Moved durable) {
                runs.place(slot);
                answer(done);
            }

            @Override
            public void refused(RowOutcome outcome) {
                answer(new RunReply.Retry());
            }

            @Override
            public void inDoubt() {
                answer(new RunReply.Retry());
            }

            private void answer(RunReply reply) {
                if (!answered) {
                    answered = true;
                    replyTo.accept(reply);
                }
            }
        });
    }

    /** The worker has lost the attempt: its lease is over, or the patience with it. */
    private void endedWithoutAWord(RunSlot slot, RunEvent end) {
        if (!(decide(slot.run, end, slot.definition.retry()) instanceof Moved moved)) {
            return;
        }
        countIfUnheard(slot, end);
        leases.ended(slot);
        writes.submit(slot, moved, new RunWrites.Then() {
            @Override
            public void durable(Moved durable) {
                stops.revoke(slot);
                runs.place(slot);
            }

            @Override
            public void refused(RowOutcome outcome) {}
        });
    }

    /** Whoever reports has been heard, even if it has not confirmed before. */
    private void countIfUnheard(RunSlot slot, RunEvent end) {
        if (end instanceof RunEvent.Report) {
            slot.unheard.confirmed();
        } else if (slot.confirmation == Confirmation.NONE) {
            slot.unheard.ended();
            slot.notBefore = loop.now().plus(slot.unheard.pause());
        }
    }

    private void answerCold(Map<RunId, List<Request.OfRun>> asked, @Nullable List<LiveRun> found) {
        Map<RunId, LiveRun> rows = new LinkedHashMap<>();
        if (found != null) {
            loop.gate.answered();
            found.forEach(row -> rows.put(row.run().id(), row));
        }
        asked.forEach((id, requests) -> {
            ShardState shard = loop.activeShard(id.shard());
            if (found == null || shard == null) {
                requests.forEach(request -> request.replyTo().accept(new RunReply.Retry()));
                return;
            }
            LiveRun row = rows.get(id);
            RunSlot slot = shard.runs.get(id);
            if (slot == null && row != null && !row.run().state().terminal()) {
                if (!loop.lanes.mayBeOut(row)) {
                    loop.ports.events().reconciled("run_asked_for", 1);
                }
                slot = runs.install(shard, row);
            }
            for (Request.OfRun request : requests) {
                if (slot != null) {
                    whenFree(slot, request);
                } else if (row != null && isOfPast(row.run(), request.command())) {
                    ofPast(request, (RunCommand.Report) request.command());
                } else {
                    request.replyTo().accept(ofEnded(row, request.command()));
                }
            }
        });
    }

    private static boolean isOfPast(Run run, RunCommand command) {
        return command instanceof RunCommand.Report report && report.fencingToken() < run.fencingToken();
    }

    private void ofPast(Request.OfRun request, RunCommand.Report report) {
        past.computeIfAbsent(new Attempt(report.runId(), report.fencingToken()), any -> new ArrayList<>(1))
                .add(request);
    }

    private void askAboutPast() {
        if (past.isEmpty()) {
            return;
        }
        Map<Attempt, List<Request.OfRun>> asked = new LinkedHashMap<>(past);
        past.clear();
        Set<RunId> ids = asked.keySet().stream().map(Attempt::runId).collect(Collectors.toSet());
        Set<Long> tokens = asked.keySet().stream().map(Attempt::fencingToken).collect(Collectors.toSet());
        loop.ask(() -> loop.ports.store().loadAttempts(ids, tokens), (found, error) -> answerPast(asked, found));
    }

    private void answerPast(Map<Attempt, List<Request.OfRun>> asked, @Nullable List<PastAttempt> found) {
        Set<Attempt> reported = new HashSet<>();
        if (found != null) {
            loop.gate.answered();
            found.stream()
                    .filter(attempt -> attempt.end().reported())
                    .forEach(attempt -> reported.add(new Attempt(attempt.runId(), attempt.fencingToken())));
        }
        asked.forEach((attempt, requests) -> requests.forEach(request -> {
            if (found == null) {
                request.replyTo().accept(new RunReply.Retry());
            } else if (reported.contains(attempt)) {
                request.replyTo().accept(new RunReply.Already());
            } else {
                loop.ports.events().staleReport();
                request.replyTo().accept(new RunReply.Stale());
            }
        }));
    }

    /** An ended run is changed by none of these; whether a report is a repeat, its row tells. */
    private RunReply ofEnded(@Nullable LiveRun row, RunCommand command) {
        if (row != null && command instanceof RunCommand.Report report) {
            return answer(decide(
                    row.run(),
                    new RunEvent.Report(report.fencingToken(), report.outcome()),
                    row.definition().retry()));
        }
        if (command instanceof RunCommand.Start) {
            return new RunReply.NotGranted();
        }
        return new RunReply.Stale();
    }

    private RunReply answer(Decision decision) {
        if (decision instanceof Decision.Already) {
            return new RunReply.Already();
        }
        loop.ports.events().staleReport();
        return new RunReply.Stale();
    }

    private Decision decide(Run run, RunEvent event, RetryPolicy retry) {
        return RunTransitions.decide(
                run, event, loop.now(), retry, loop.ports.time().chance(), loop.newId());
    }
}
