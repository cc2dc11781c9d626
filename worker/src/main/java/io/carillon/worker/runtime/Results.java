package io.carillon.worker.runtime;

import com.google.protobuf.ByteString;
import io.carillon.proto.v1.CancelledByRequest;
import io.carillon.proto.v1.Failure;
import io.carillon.proto.v1.FailureKind;
import io.carillon.proto.v1.RunResult;
import io.carillon.proto.v1.Success;
import io.carillon.worker.handler.PermanentFailureException;
import io.carillon.worker.handler.RetryAfterException;
import io.carillon.worker.json.JsonCheck;
import io.carillon.worker.state.AttemptKey;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How attempts ended, in the words of the grid. */
final class Results {
    static final int RESULT_BYTES_MAX = 64 * 1024;
    private static final int TYPE_CHARS_MAX = 200;
    private static final int MESSAGE_CHARS_MAX = 2_000;
    private static final int STACK_CHARS_MAX = 8_000;
    /** Causes can form a ring. */
    private static final int CAUSES_MAX = 20;

    private Results() {}

    /** A result that cannot be kept is a failure for good: another attempt would return the same. */
    static RunResult success(AttemptKey key, @Nullable String json) {
        Success.Builder success = Success.newBuilder();
        if (json != null) {
            if (json.length() > RESULT_BYTES_MAX) {
                // Not even copied: the text may be as large as what is left of the memory.
                return unusable(
                        key,
                        "the handler returned " + json.length() + " characters; at most " + RESULT_BYTES_MAX
                                + " bytes");
            }
            ByteString utf8 = ByteString.copyFromUtf8(json);
            if (utf8.size() > RESULT_BYTES_MAX) {
                return unusable(key, "the handler returned " + utf8.size() + " bytes; at most " + RESULT_BYTES_MAX);
            }
            if (!JsonCheck.isValue(json)) {
                return unusable(key, "the handler returned text that is not JSON");
            }
            success.setResultJson(utf8);
        }
        return of(key).setSuccess(success).build();
    }

    static RunResult failure(AttemptKey key, Throwable error) {
        Failure.Builder failure = Failure.newBuilder()
                .setKind(FailureKind.FAILURE_KIND_RETRYABLE)
                .setErrorType(cut(error.getClass().getName(), TYPE_CHARS_MAX))
                .setErrorMessage(cut(message(error), MESSAGE_CHARS_MAX))
                .setErrorStack(stack(error));
        Throwable cause = error;
        // The handler's verdict may be wrapped, by a future for instance.
        for (int i = 0; i < CAUSES_MAX && cause != null; i++) {
            if (cause instanceof PermanentFailureException) {
                failure.setKind(FailureKind.FAILURE_KIND_PERMANENT);
                break;
            }
            if (cause instanceof RetryAfterException later) {
                failure.setRetryAfter(duration(later.delay()));
                break;
            }
            cause = cause.getCause();
        }
        return of(key).setFailure(failure).build();
    }

    static RunResult failureWithoutDetails(AttemptKey key, String type) {
        return failure(key, FailureKind.FAILURE_KIND_RETRYABLE, cut(type, TYPE_CHARS_MAX), "");
    }

    static RunResult timedOut(AttemptKey key, long timeoutNanos) {
        long millis = Duration.ofNanos(timeoutNanos).toMillis();
        return failure(
                key, FailureKind.FAILURE_KIND_TIMEOUT, "timeout", "the attempt took longer than its " + millis + " ms");
    }

    static RunResult cancelled(AttemptKey key) {
        return of(key).setCancelled(CancelledByRequest.getDefaultInstance()).build();
    }

    /** Told to stop before its handler was called. */
    static RunResult neverBegun(AttemptKey key) {
        return failure(
                key,
                FailureKind.FAILURE_KIND_RETRYABLE,
                "not_begun",
                "the attempt was told to stop before its handler was called");
    }

    static RunResult endedProgram(AttemptKey key) {
        return failure(
                key,
                FailureKind.FAILURE_KIND_RETRYABLE,
                "program_ended",
                "the handler ended the worker's program, as System.exit does");
    }

    private static RunResult unusable(AttemptKey key, String why) {
        return failure(key, FailureKind.FAILURE_KIND_PERMANENT, "unusable_result", why);
    }

    private static RunResult failure(AttemptKey key, FailureKind kind, String type, String message) {
        return of(key).setFailure(
                        Failure.newBuilder().setKind(kind).setErrorType(type).setErrorMessage(message))
                .build();
    }

    private static RunResult.Builder of(AttemptKey key) {
        return RunResult.newBuilder()
                .setRunId(key.runId())
                .setJobId(key.jobId())
                .setFencingToken(key.fencingToken());
    }

    private static String message(Throwable error) {
        String message = error.getMessage();
        return message == null ? "" : message;
    }

    private static String stack(Throwable error) {
        StringWriter text = new StringWriter();
        error.printStackTrace(new PrintWriter(text));
        return cut(text.toString(), STACK_CHARS_MAX);
    }

    static String cut(String text, int charsMax) {
        if (text.length() <= charsMax) {
            return text;
        }
        // Not through the middle of a character.
        int end = Character.isHighSurrogate(text.charAt(charsMax - 1)) ? charsMax - 1 : charsMax;
        return text.substring(0, end);
    }

    private static com.google.protobuf.Duration duration(Duration delay) {
        return com.google.protobuf.Duration.newBuilder()
                .setSeconds(delay.getSeconds())
                .setNanos(delay.getNano())
                .build();
    }
}
