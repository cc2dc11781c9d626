package io.carillon.worker;

import io.carillon.worker.runtime.WorkerIdentity;
import io.carillon.worker.runtime.WorkerRuntime;
import io.carillon.worker.runtime.WorkerStatus;
import java.time.Duration;

/**
 * A running worker.
 *
 * <pre>{@code
 * try (CarillonWorker worker = CarillonWorker.builder()
 *         .grid("localhost:9090")
 *         .pool("reports")
 *         .slots(20)
 *         .handler("nightly-report", run -> report.build(run.payload()))
 *         .start()) {
 *     stopSignal.await();
 * }
 * }</pre>
 *
 * <p>It connects when a member can be reached, and again whenever the stream is lost; runs go on meanwhile, and their results
 * are kept until the grid has confirmed them. It keeps the JVM alive until it is closed. Thread-safe.
 */
public final class CarillonWorker implements AutoCloseable {
    private final WorkerIdentity identity;
    private final WorkerRuntime runtime;
    private final Duration shutdownGrace;

    CarillonWorker(WorkerIdentity identity, WorkerRuntime runtime, Duration shutdownGrace) {
        this.identity = identity;
        this.runtime = runtime;
        this.shutdownGrace = shutdownGrace;
    }

    public static WorkerBuilder builder() {
        return new WorkerBuilder();
    }

    /** The name by which the grid knows it. */
    public String id() {
        return identity.id();
    }

    public WorkerStatus status() {
        return runtime.status();
    }

    /**
     * Drains: takes no new work, lets the runs at work end within the shutdown grace, then interrupts what is left and hands
     * it back, and waits until the results are confirmed. Blocks until then, at most 8 s longer than the grace. If the
     * calling thread is interrupted, the grace is over at once. Closing again does nothing.
     */
    @Override
    public void close() {
        runtime.drain(shutdownGrace);
    }
}
