package io.carillon.engine.shard;

import io.carillon.engine.command.Request;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Shields the loop from those it answers: one who cannot be told must not keep the others from being told. */
final class Replies {

    private static final Logger log = LoggerFactory.getLogger(Replies.class);

    private Replies() {}

    static Request guarded(Request request) {
        if (request instanceof Request.OfJob ofJob) {
            return new Request.OfJob(ofJob.command(), guarded(ofJob.replyTo()));
        } else if (request instanceof Request.OfRun ofRun) {
            return new Request.OfRun(ofRun.command(), guarded(ofRun.replyTo()));
        }
        throw new IllegalStateException("unknown request " + request);
    }

    private static <T> Consumer<T> guarded(Consumer<T> replyTo) {
        return reply -> {
            try {
                replyTo.accept(reply);
            } catch (RuntimeException e) {
                log.warn("an answer could not be given: {}", reply, e);
            }
        };
    }
}
