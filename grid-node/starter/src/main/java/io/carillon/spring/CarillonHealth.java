package io.carillon.spring;

import io.carillon.member.CarillonMember;
import io.carillon.member.MemberHealth;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Whether the member in this application can do its work. */
final class CarillonHealth implements HealthIndicator {

    private final CarillonMember member;

    CarillonHealth(CarillonMember member) {
        this.member = member;
    }

    @Override
    public Health health() {
        MemberHealth now = member.health();
        Health.Builder health = now.up() ? Health.up() : Health.down();
        if (now.ended() != null) {
            health.withDetail("ended", now.ended());
        }
        return health.withDetail("postgresql", now.postgresAway() == null ? "answers" : now.postgresAway())
                .withDetail("shards", now.serving() ? "served" : "being taken")
                .withDetail("shards_served", now.shards())
                .withDetail("runs_waiting", now.runsWaiting())
                .withDetail("workers", now.workers())
                .withDetail("clock_error_bound", now.clockErrorBound().toString())
                .build();
    }
}
