package io.carillon.engine.command;

import io.carillon.domain.job.JobCommand;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.job.JobReply.Refusal;
import java.util.function.Consumer;

/**
 * A command with the way back for its answer. The answer is given exactly once, on a thread of the owner's loop, and
 * must not block it.
 */
public sealed interface Request {

    int shard();

    /** Answers that the owner cannot act now. */
    void unavailable(Refusal why, String detail);

    record OfJob(JobCommand command, Consumer<JobReply> replyTo) implements Request {
        @Override
        public int shard() {
            return command.shard();
        }

        @Override
        public void unavailable(Refusal why, String detail) {
            replyTo.accept(new JobReply.Refused(why, detail));
        }
    }

    record OfRun(RunCommand command, Consumer<RunReply> replyTo) implements Request {
        @Override
        public int shard() {
            return command.runId().shard();
        }

        @Override
        public void unavailable(Refusal why, String detail) {
            replyTo.accept(new RunReply.Retry());
        }
    }
}
