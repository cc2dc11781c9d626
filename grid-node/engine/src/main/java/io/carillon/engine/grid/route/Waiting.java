package io.carillon.engine.grid.route;

import io.carillon.domain.job.JobReply;
import io.carillon.domain.job.JobReply.Refusal;
import io.carillon.engine.command.Request;
import io.carillon.engine.command.RunReply;
import org.jspecify.annotations.Nullable;

/** A request whose answer another member owes. */
final class Waiting {

    final long id;
    final Request request;
    final long deadlineNanos;
    /** The member asked last; null while none has been. */
    volatile @Nullable String askedMember;

    private int tries;

    Waiting(long id, Request request, long deadlineNanos) {
        this.id = id;
        this.request = request;
        this.deadlineNanos = deadlineNanos;
    }

    /** Counts one more way; false if that is too many. */
    synchronized boolean tryAgain(int triesMax) {
        return ++tries <= triesMax;
    }

    Envelope envelope() {
        if (request instanceof Request.OfJob ofJob) {
            return new Envelope(id, ofJob.command());
        }
        return new Envelope(id, ((Request.OfRun) request).command());
    }

    /** False if the answer does not belong to the question. */
    boolean answer(Object reply) {
        if (request instanceof Request.OfJob ofJob && reply instanceof JobReply jobReply) {
            ofJob.replyTo().accept(jobReply);
            return true;
        }
        if (request instanceof Request.OfRun ofRun && reply instanceof RunReply runReply) {
            ofRun.replyTo().accept(runReply);
            return true;
        }
        return false;
    }

    /** Whether a request that somebody was asked took effect is unknown. */
    void giveUp(String why) {
        request.unavailable(askedMember == null ? Refusal.NOT_OWNER : Refusal.STORE_UNAVAILABLE, why);
    }
}
