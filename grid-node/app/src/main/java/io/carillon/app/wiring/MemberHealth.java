package io.carillon.app.wiring;

import io.carillon.engine.shard.LoopGauges;
import io.carillon.member.wiring.Member;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/**
 * Whether this member can do its work: PostgreSQL answers, and what the grid gives it is served. Down without PostgreSQL,
 * although it goes on by itself when PostgreSQL is back.
 */
final class MemberHealth implements HealthIndicator {

    private final Member member;

    MemberHealth(Member member) {
        this.member = member;
    }

    @Override
    public Health health() {
        String away = member.storeAway();
        boolean serving = member.engine().serving();
        LoopGauges gauges = member.engine().gauges();
        return Health.status(away == null && serving ? Status.UP : Status.DOWN)
                .withDetail("postgresql", away == null ? "answers" : away)
                .withDetail("shards", serving ? "served" : "being taken")
                .withDetail("shards_served", gauges.shards())
                .withDetail("runs_waiting", gauges.readyRuns())
                .withDetail("workers", member.gateway().workers().size())
                .withDetail("clock_error_bound", member.time().errorBound().toString())
                .build();
    }
}
