package io.carillon.gateway.grpc;

import java.time.Duration;

/** What a worker is told when it connects. */
public record WorkerTerms(String memberId, Duration leaseDuration, Duration heartbeatInterval) {}
