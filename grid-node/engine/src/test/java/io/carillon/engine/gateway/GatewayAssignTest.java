package io.carillon.engine.gateway;

import static io.carillon.engine.gateway.Made.assignment;
import static io.carillon.engine.gateway.Made.fallback;
import static io.carillon.engine.gateway.Made.held;
import static io.carillon.engine.gateway.Made.run;
import static io.carillon.engine.gateway.Made.worker;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.engine.command.RunCommand;
import io.carillon.engine.port.LocalWorkers.Placed;
import io.carillon.engine.port.WorkerSlot;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Attempts that loops of this member start on slots they have reserved. */
class GatewayAssignTest extends OneGateway {

    @Test
    void assignments_for_one_worker_are_pushed_together() {
        connect(worker("w1", 10, "h"));
        List<WorkerSlot> slots = gateway.reserve(H, 3);

        gateway.assign(List.of(
                new Placed(slots.get(0), assignment(1, 11)),
                new Placed(slots.get(1), assignment(2, 12)),
                new Placed(slots.get(2), assignment(3, 13))));

        assertThat(push.batchSizes).containsExactly(3);
        assertThat(push.assigned).containsExactly(held(1, 11), held(2, 12), held(3, 13));
        assertThat(free()).isEqualTo(7);
    }

    @Test
    void an_attempt_whose_worker_has_gone_is_handed_back() {
        WorkerSession session = connect(worker("w1", 1, "h"));
        WorkerSlot slot = gateway.reserve(H, 1).get(0);
        session.closed();

        gateway.assign(List.of(new Placed(slot, assignment(1, 11))));

        assertThat(owners.asked).containsExactly(new RunCommand.HandBack(run(1), 11));
        assertThat(push.assigned).isEmpty();
    }

    @Test
    void loops_that_fell_short_are_woken_when_a_result_frees_a_slot() {
        WorkerSession session = connect(worker("w1", 1, "h"));
        start(1, 11);
        assertThat(gateway.reserve(H, 1)).isEmpty();

        session.results(List.of(success(1, 11)));

        assertThat(woken).containsExactly(Set.of(H));
        assertThat(gateway.reserve(H, 1)).hasSize(1);
    }

    @Test
    void loops_that_fell_short_look_again_each_second_since_workers_elsewhere_come_and_go() {
        connect(fallback("w1", 1));
        grid.elsewhere.add(H);
        assertThat(gateway.reserve(H, 1)).isEmpty();

        tick(Duration.ofMillis(999));
        assertThat(woken).isEmpty();
        tick(Duration.ofMillis(1));
        assertThat(woken).containsExactly(Set.of(H));
    }
}
