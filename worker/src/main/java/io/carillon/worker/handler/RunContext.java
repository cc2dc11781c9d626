package io.carillon.worker.handler;

import io.carillon.client.HttpTarget;
import io.carillon.client.RunTrigger;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One attempt of a run, as its handler sees it. Thread-safe. */
public interface RunContext {

    /** The same for all attempts of the run: fit as an idempotency key. */
    UUID runId();

    UUID jobId();

    String jobName();

    /** The tenant the job belongs to. */
    String ownerId();

    /** The name under which the handler was asked for. */
    String handler();

    /** 1, 2, 3 and so on. */
    int attempt();

    /**
     * Of one run, a later attempt always has a larger token. A system that refuses a write with a token smaller than one it
     * has seen is safe from an attempt that has lost its lease without knowing.
     */
    long fencingToken();

    /** The revision of the job that the run was made from. */
    long revision();

    RunTrigger trigger();

    /** The schedule's own time. */
    Instant nominalAt();

    /** The nominal time with jitter. */
    Instant dueAt();

    /** JSON text; null if the job has no payload. */
    @Nullable
    String payload();

    /** The payload in UTF-8, a copy; null if the job has none. */
    byte @Nullable [] payloadUtf8();

    /** Where to send the run, if the job has an HTTP target. */
    @Nullable
    HttpTarget http();

    /** Until this attempt's time is up; zero if it is. */
    Duration timeLeft();

    /** True once the attempt is to stop, for whatever reason. */
    boolean isCancelled();

    /**
     * False once the worker cannot be sure any more that the run is its own. Ask before an effect that must not happen
     * twice; the answer may be out of date a moment later, so where it matters the token decides.
     */
    boolean leaseStillValid();
}
