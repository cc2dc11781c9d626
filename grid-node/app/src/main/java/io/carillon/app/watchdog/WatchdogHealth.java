package io.carillon.app.watchdog;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * What the watch finds, as detail. Always up: what it sees concerns the whole cluster, so a member that was taken out of
 * service or started again for it would be all members at once, and nothing would be better.
 */
public final class WatchdogHealth implements HealthIndicator {

    private final Watchdog watchdog;

    public WatchdogHealth(Watchdog watchdog) {
        this.watchdog = watchdog;
    }

    @Override
    public Health health() {
        Health.Builder health = Health.up()
                .withDetail("alarm", !watchdog.alarms().isEmpty())
                .withDetail("since_last_look", watchdog.sinceLook().toString());
        watchdog.alarms()
                .forEach(finding ->
                        health.withDetail(finding.kind().label(), finding.found() + " " + finding.examples()));
        return health.build();
    }
}
