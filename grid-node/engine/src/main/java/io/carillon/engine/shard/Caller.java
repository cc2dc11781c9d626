package io.carillon.engine.shard;

import io.carillon.domain.job.JobReply;
import io.carillon.domain.job.JobReply.Refusal;
import io.carillon.domain.job.JobReply.Refused;
import java.util.function.Consumer;

/** Who waits for the answer to a job command; hears the first one only. */
final class Caller {

    private final Consumer<JobReply> replyTo;
    private boolean answered;

    Caller(Consumer<JobReply> replyTo) {
        this.replyTo = replyTo;
    }

    void answer(JobReply reply) {
        if (!answered) {
            answered = true;
            replyTo.accept(reply);
        }
    }

    void refuse(Refusal refusal, String detail) {
        answer(new Refused(refusal, detail));
    }

    void storeUnavailable() {
        refuse(Refusal.STORE_UNAVAILABLE, "the store does not answer; the outcome is unknown");
    }

    void shardLost() {
        refuse(Refusal.NOT_OWNER, "the shard changed hands");
    }
}
