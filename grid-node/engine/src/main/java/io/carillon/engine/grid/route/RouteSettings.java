package io.carillon.engine.grid.route;

import java.time.Duration;

/**
 * @param timeout after which a request is answered as unavailable
 * @param retryPause before a request is sent on, when its owner is unknown or has changed
 * @param triesMax ways tried for one request
 * @param waitingMax requests waiting for other members' answers; more are refused
 * @param batchMax envelopes in one message
 */
public record RouteSettings(Duration timeout, Duration retryPause, int triesMax, int waitingMax, int batchMax) {

    public static final RouteSettings DEFAULT =
            new RouteSettings(Duration.ofSeconds(10), Duration.ofMillis(100), 30, 50_000, 500);
}
