package io.carillon.engine.port;

/** A free slot of a connected worker, reserved until it is used or released. {@code sessionId} tells its streams apart. */
public record WorkerSlot(String workerId, long sessionId) {}
