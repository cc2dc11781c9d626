package io.carillon.member.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.run.RunTransition;
import io.carillon.engine.gateway.GatewayEvents;
import io.carillon.engine.shard.LoopEvents;
import io.carillon.engine.statistics.StatRecorder;
import io.carillon.member.tracing.Traces;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class MetersTest {

    private final MeterRegistry meters = new SimpleMeterRegistry();

    /** The owner refuses it, and the gateway carries the refusal back: both say so, one counts. */
    @Test
    void a_stale_report_is_counted_once() {
        LoopEvents owner = new MemberMeters(meters, new StatRecorder(), Traces.NONE);
        GatewayEvents gateway = new GatewayMeters(meters);

        owner.staleReport();
        gateway.staleReport();

        assertThat(meters.get("carillon.stale.tokens.refused").counter().count())
                .isEqualTo(1);
    }

    /** Whoever may make jobs may name any pool. */
    @Test
    void a_thousand_pools_make_two_hundred_series_and_nothing_is_missing() {
        LoopEvents owner = new MemberMeters(meters, new StatRecorder(), Traces.NONE);
        for (int i = 0; i < 1_000; i++) {
            owner.moved(RunTransition.START, "p" + i);
            owner.claimed("p" + i, Duration.ZERO);
            owner.started("p" + i, Duration.ZERO);
            owner.overMaxRunning("p" + i);
        }
        owner.moved(RunTransition.SUCCEED, "p0");

        for (String name : List.of("carillon.claim.lateness", "carillon.start.delay")) {
            assertThat(meters.get(name).timers()).hasSize(201);
            assertThat(meters.get(name).tag("pool", PoolLabels.OTHERS).timer().count())
                    .isEqualTo(800);
        }
        assertThat(meters.get("carillon.starts.over.max.running").counters()).hasSize(201);
        assertThat(meters.get("carillon.runs").tag("transition", "start").counters())
                .hasSize(201);
        assertThat(meters.get("carillon.runs")
                        .tags("transition", "start", "pool", PoolLabels.OTHERS)
                        .counter()
                        .count())
                .isEqualTo(800);
        assertThat(meters.get("carillon.runs")
                        .tags("transition", "succeed", "pool", "p0")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void what_a_gateway_tells_is_counted() {
        GatewayEvents gateway = new GatewayMeters(meters);
        gateway.revoked(1);
        gateway.renewalFailed();
        gateway.offersDropped(3);
        gateway.notesDropped(2);
        gateway.checkpoint(true);
        gateway.checkpoint(false);
        gateway.checkpoint(true);

        assertThat(meters.get("carillon.revocations").counter().count()).isEqualTo(1);
        assertThat(meters.get("carillon.renewals.failed").counter().count()).isEqualTo(1);
        assertThat(meters.get("carillon.offers.dropped").counter().count()).isEqualTo(3);
        assertThat(meters.get("carillon.notes.dropped").counter().count()).isEqualTo(2);
        assertThat(checkpoints("saved")).isEqualTo(2);
        assertThat(checkpoints("stale")).isEqualTo(1);
    }

    private double checkpoints(String outcome) {
        return meters.get("carillon.checkpoints")
                .tag("outcome", outcome)
                .counter()
                .count();
    }
}
