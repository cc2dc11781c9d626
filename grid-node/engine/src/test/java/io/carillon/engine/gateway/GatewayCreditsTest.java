package io.carillon.engine.gateway;

import static io.carillon.engine.gateway.Made.worker;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What other members hear of the slots that are free here. */
class GatewayCreditsTest extends OneGateway {

    @Test
    void credits_are_told_soon_after_a_change_but_not_with_every_one() {
        connect(worker("w1", 2, "h"));
        tick(Duration.ZERO);
        assertThat(grid.advertised).containsExactly(List.of(group(2)));

        start(1, 11);
        tick(Duration.ofMillis(49));
        assertThat(grid.advertised).hasSize(1);
        start(2, 12);
        tick(Duration.ofMillis(1));
        assertThat(grid.advertised).last().isEqualTo(List.of(group(0)));
        tick(Duration.ofMillis(500));
        assertThat(grid.advertised).hasSize(2);
        tick(Duration.ofMillis(500));
        assertThat(grid.advertised).as("repeated in case it was lost").hasSize(3);
    }
}
