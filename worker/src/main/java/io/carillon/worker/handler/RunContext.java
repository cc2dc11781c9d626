package io.carillon.worker.handler;

import io.carillon.client.HttpTarget;
import io.carillon.client.RunTrigger;
import java.nio.charset.StandardCharsets;
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

    /** Until this attempt's time is up; zero if it is. Counted on a monotonic clock. */
    Duration timeLeft();

    /**
     * When this attempt's time is up, by this machine's calendar: for systems that want an instant. It is {@link #timeLeft()}
     * from now, so it moves when the calendar is set; to measure, use that one.
     */
    Instant deadline();

    /** True once the attempt is to stop, for whatever reason. */
    boolean isCancelled();

    /**
     * False once the worker cannot be sure any more that the run is its own. Ask before an effect that must not happen
     * twice; the answer may be out of date a moment later, so where it matters the token decides.
     */
    boolean leaseStillValid();

    /**
     * Says how far the attempt is; shown with the run, the latest alone. It costs next to nothing to call this often: the
     * latest is sent, together with those of other runs, about once a second.
     *
     * @param fraction from 0 to 1
     * @param message at most 200 characters are kept; may be empty
     * @throws IllegalArgumentException if the fraction is outside
     */
    void progress(double fraction, String message);

    /** As {@link #progress(double, String)}, where it cannot be said how much is left. */
    void progress(String message);

    /**
     * Keeps a line with the run, for people. Of an attempt the newest 1,000 lines are kept, or those of the newest 64 KiB, and of
     * a line the first 2,000 characters; what is dropped is counted. A text of several lines counts as several. Never blocks.
     * Lines are sent about once a second and may be lost with the connection; they are no place for secrets.
     */
    void log(String line);

    /**
     * Saves what the next attempt is to start from, in place of the checkpoint before, and waits until it is durable, 30 s at
     * most.
     *
     * <p>If this returns, any later attempt gets this state or one that was saved after it, also when the run is handed back
     * or redriven by hand. If the attempt has lost its lease, nothing is saved, so an old attempt never overwrites what a newer one
     * has saved. Each checkpoint is a write to the database: save as often as you would not like to do the work again, not more.
     *
     * @param state anything, at most 64 KiB
     * @throws IllegalArgumentException if it is larger
     * @throws CheckpointException if it was not saved, or may not have been; says why
     * @throws InterruptedException if the attempt is told to stop meanwhile; it may be saved nevertheless
     */
    default void checkpoint(byte[] state) throws CheckpointException, InterruptedException {
        checkpoint(state, Duration.ofSeconds(30));
    }

    /**
     * As {@link #checkpoint(byte[])}.
     *
     * @param atMost how long to wait; where that was not enough, the grid goes on being told
     */
    void checkpoint(byte[] state, Duration atMost) throws CheckpointException, InterruptedException;

    /** As {@link #checkpoint(byte[])}, in UTF-8. */
    default void checkpoint(String state) throws CheckpointException, InterruptedException {
        checkpoint(state.getBytes(StandardCharsets.UTF_8));
    }

    /** What an earlier attempt of this run saved last, a copy; null if none did. What this attempt saves does not change it. */
    byte @Nullable [] lastCheckpoint();

    /** As {@link #lastCheckpoint()}, as text in UTF-8. */
    default @Nullable String lastCheckpointText() {
        byte[] state = lastCheckpoint();
        return state == null ? null : new String(state, StandardCharsets.UTF_8);
    }
}
