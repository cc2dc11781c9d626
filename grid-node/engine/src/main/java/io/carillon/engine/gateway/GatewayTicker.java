package io.carillon.engine.gateway;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread that ticks a {@link Gateway}. Whoever makes it closes it. */
public final class GatewayTicker implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(GatewayTicker.class);

    private final ScheduledExecutorService thread;

    public GatewayTicker(Gateway gateway) {
        thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread made = new Thread(task, "carillon-gateway");
            made.setDaemon(true);
            return made;
        });
        long millis = Gateway.TICK.toMillis();
        // The answer only tells of failures, which are logged; the executor lives as long as this object.
        var unused = thread.scheduleWithFixedDelay(() -> tick(gateway), millis, millis, TimeUnit.MILLISECONDS);
    }

    private static void tick(Gateway gateway) {
        try {
            gateway.tick();
        } catch (Throwable failure) {
            // A task that throws would never be called again.
            log.error("gateway_tick_failed", failure);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
