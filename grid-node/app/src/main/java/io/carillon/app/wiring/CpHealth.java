package io.carillon.app.wiring;

import io.carillon.domain.time.TimeSource;
import io.carillon.engine.grid.cp.CpView;
import java.time.Duration;
import java.util.function.Supplier;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * For a start-up probe: up once the CP group has been whole, or was waited for long enough; then for good. A rolling restart
 * that minds it takes the next member only when the group can bear it. Readiness does not ask.
 */
final class CpHealth implements HealthIndicator {

    private static final Duration WAIT_MAX = Duration.ofMinutes(2);

    private final Supplier<CpView> cp;
    private final TimeSource time;
    private final long startNanos;
    private volatile boolean passed;

    CpHealth(Supplier<CpView> cp, TimeSource time) {
        this.cp = cp;
        this.time = time;
        this.startNanos = time.nanos();
    }

    @Override
    public Health health() {
        CpView view = cp.get();
        passed = passed || view.whole() || time.nanos() - startNanos >= WAIT_MAX.toNanos();
        return (passed ? Health.up() : Health.down())
                .withDetail("seats", view.seats())
                .withDetail("members", view.members())
                .withDetail("whole", view.whole())
                .build();
    }
}
