package io.carillon.engine.command;

import io.carillon.domain.id.RunId;
import io.carillon.domain.run.Outcome;
import java.time.Instant;

/** What a gateway tells or asks the owner of a run. */
public sealed interface RunCommand {

    RunId runId();

    /**
     * A worker of the gateway has a free slot for a run the owner handed off. Answer: {@link RunReply.Granted}.
     *
     * @param askedAt by the store's clock, when it was asked for the first time
     */
    record Start(RunId runId, String workerId, Instant askedAt) implements RunCommand {}

    /** The worker has confirmed the assignment. Answer: {@link RunReply.Noted}, cancelling or stale. */
    record Accept(RunId runId, long fencingToken) implements RunCommand {}

    /** The worker reports an end. Answer: accepted, already or stale. */
    record Report(RunId runId, long fencingToken, Outcome outcome) implements RunCommand {}

    /** The worker gives the run back. Answer: {@link RunReply.Noted} or {@link RunReply.Stale}. */
    record HandBack(RunId runId, long fencingToken) implements RunCommand {}

    /** A worker that reconnected holds this run. Answer: {@link RunReply.Noted} or cancelling if it is still its own, else stale. */
    record Held(RunId runId, long fencingToken, String workerId) implements RunCommand {}

    /** Somebody wants to know what the run waits for. Answer: {@link RunReply.Waits}. */
    record Explain(RunId runId) implements RunCommand {}
}
