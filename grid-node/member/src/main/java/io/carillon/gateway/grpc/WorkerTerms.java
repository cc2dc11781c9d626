package io.carillon.gateway.grpc;

import java.time.Duration;

/**
 * What a worker is told when it connects.
 *
 * @param acceptLease how long its right to an assignment lasts that no heartbeat has renewed
 */
public record WorkerTerms(String memberId, Duration leaseDuration, Duration heartbeatInterval, Duration acceptLease) {}
