package io.carillon.verify.stub;

import io.carillon.verify.evidence.Answer.Reply;
import java.time.Duration;

/** How the target answers a job: so many failures first, then the last word, each after a time. */
record Work(int failures, Reply last, Duration takes) {
    static final Work PLAIN = new Work(0, Reply.SUCCESS, Duration.ofMillis(5));

    Reply reply(int call) {
        return call <= failures ? Reply.RETRYABLE : last;
    }
}
