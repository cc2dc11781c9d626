package io.carillon.worker.runtime;

import io.carillon.proto.v1.RunResult;
import org.jspecify.annotations.Nullable;

/**
 * How a handler ended.
 *
 * @param result what is reported if the rules do not say otherwise; null if there was no memory to make it, as after a
 *     handler that used it up: then it is made later, of the error's type
 */
record Ending(boolean succeeded, @Nullable RunResult result, String errorType) {
    Ending(boolean succeeded, RunResult result) {
        this(succeeded, result, "");
    }
}
