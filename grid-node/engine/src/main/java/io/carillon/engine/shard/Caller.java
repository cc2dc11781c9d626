package io.carillon.engine.shard;

import io.carillon.domain.job.JobCommand;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.job.JobReply.Refusal;
import io.carillon.domain.job.JobReply.Refused;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Who waits for the answer to a job command; hears the first one only. */
final class Caller {

    /** A job that still moves under a command judged so often is not moved by its owner alone. */
    private static final int JUDGED_AGAIN_MAX = 100;

    private final Consumer<JobReply> replyTo;
    private final @Nullable JobCommand command;
    private boolean answered;
    private int judgedAgain;

    /** Of something that nobody has asked for. */
    Caller(Consumer<JobReply> replyTo) {
        this(replyTo, null);
    }

    Caller(Consumer<JobReply> replyTo, @Nullable JobCommand command) {
        this.replyTo = replyTo;
        this.command = command;
    }

    /** What was asked; null: nothing, by anybody. */
    @Nullable
    JobCommand command() {
        return command;
    }

    /** The job was found changed: may its command be judged once more? */
    boolean mayBeJudgedAgain() {
        return judgedAgain++ < JUDGED_AGAIN_MAX;
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
