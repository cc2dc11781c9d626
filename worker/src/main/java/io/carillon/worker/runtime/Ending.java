package io.carillon.worker.runtime;

import io.carillon.proto.v1.RunResult;

/**
 * How a handler ended.
 *
 * @param result what is reported if the rules do not say otherwise
 */
record Ending(boolean succeeded, RunResult result) {}
