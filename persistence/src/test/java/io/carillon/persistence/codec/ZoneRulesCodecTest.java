package io.carillon.persistence.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.carillon.domain.schedule.TimeZones;
import java.time.Instant;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ZoneRulesCodecTest {

    private static final Instant LATE = Instant.parse("2500-01-01T00:00:00Z");

    @Test
    void rules_of_every_zone_come_back_with_the_same_changes() {
        for (ZoneRules rules : new LinkedHashSet<>(TimeZones.all().values())) {
            ZoneRules read = ZoneRulesCodec.fromBytes(ZoneRulesCodec.toBytes(rules));

            assertThat(read.getTransitions()).isEqualTo(rules.getTransitions());
            assertThat(read.getTransitionRules()).isEqualTo(rules.getTransitionRules());
            assertThat(read.getOffset(Instant.EPOCH)).isEqualTo(rules.getOffset(Instant.EPOCH));
            Instant at = Instant.MIN.plusSeconds(1);
            ZoneOffsetTransition change = rules.nextTransition(at);
            while (change != null && change.getInstant().isBefore(LATE)) {
                assertThat(read.nextTransition(at)).isEqualTo(change);
                at = change.getInstant();
                change = rules.nextTransition(at);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 20})
    void bytes_that_are_cut_are_refused(int length) {
        byte[] bytes = ZoneRulesCodec.toBytes(Objects.requireNonNull(TimeZones.rulesOf("Europe/Berlin")));

        assertThatThrownBy(() -> ZoneRulesCodec.fromBytes(Arrays.copyOf(bytes, length)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
