package io.carillon.engine.gateway;

import io.carillon.engine.command.Assignment;
import java.util.List;

/**
 * The way to one worker, over its stream. Calls put something into the stream's mailbox and return: they never block nor
 * throw, come from any thread, and do nothing once the stream has ended.
 *
 * <p>What is said of one attempt arrives in the order it was said; revocations arrive before a heartbeat's
 * acknowledgement that was given after them.
 */
public interface Push {

    void assign(List<Assignment> assignments);

    /** Somebody cancelled the run: stop it and report. */
    void cancel(HeldRun run);

    /** The lease is lost: stop it; a report would be stale. */
    void revoke(HeldRun run);

    void acknowledge(ResultAck ack);

    /** The worker goes on sending a checkpoint until it hears of it. */
    void checkpointed(CheckpointAck ack);

    /** The leases of the heartbeat with this number are renewed, save those revoked. */
    void renewed(long sequence);

    /**
     * The leases of the heartbeat with this number are renewed, save these, whose owners have not answered yet, and those
     * revoked.
     */
    void renewedInPart(long sequence, List<HeldRun> notRenewed);

    /** Connect to another member; the stream stays open for what is under way. */
    void goAway(String reason);

    /** Ends the stream; what the worker holds stays leased. */
    void close(String reason);
}
