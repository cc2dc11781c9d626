package io.carillon.verify.evidence;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An arrival with its answer. */
public record Call(Arrival arrival, @Nullable Answer answer) {

    public UUID run() {
        return arrival.run();
    }

    public UUID job() {
        return arrival.job();
    }

    public int attempt() {
        return arrival.attempt();
    }

    public long token() {
        return arrival.token();
    }

    public Instant arrivedAt() {
        return arrival.at();
    }

    /** Null: not answered as far as is known. */
    public @Nullable Instant answeredAt() {
        return answer == null ? null : answer.at();
    }

    public boolean succeeded() {
        return answer != null && answer.reply() == Answer.Reply.SUCCESS;
    }
}
