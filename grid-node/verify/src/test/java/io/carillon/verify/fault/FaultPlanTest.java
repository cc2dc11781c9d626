package io.carillon.verify.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FaultPlanTest {

    private static final Duration EVERY = Duration.ofSeconds(10);
    private static final Duration UNTIL = Duration.ofMinutes(10);

    @Test
    void the_same_seed_gives_the_same_plan_and_another_one_another() {
        Set<FaultKind> all = EnumSet.allOf(FaultKind.class);
        assertThat(FaultPlan.of(7, all, EVERY, UNTIL)).isEqualTo(FaultPlan.of(7, all, EVERY, UNTIL));
        assertThat(FaultPlan.of(8, all, EVERY, UNTIL)).isNotEqualTo(FaultPlan.of(7, all, EVERY, UNTIL));
    }

    @Test
    void one_comes_every_ten_seconds_and_none_so_late_that_a_short_one_would_not_end() {
        FaultPlan plan = FaultPlan.of(1, EnumSet.allOf(FaultKind.class), EVERY, UNTIL);
        assertThat(plan.faults()).hasSize(59);
        assertThat(plan.faults()).allSatisfy(fault -> {
            assertThat(fault.at()).isLessThanOrEqualTo(UNTIL.minusSeconds(8));
            assertThat(fault.length()).isBetween(Duration.ofSeconds(2), Duration.ofSeconds(30));
            assertThat(fault.kinds()).doesNotHaveDuplicates().isNotEmpty();
        });
    }

    @ParameterizedTest
    @EnumSource
    void a_kind_alone_is_the_only_one_chosen(FaultKind kind) {
        assertThat(FaultPlan.of(1, EnumSet.of(kind), EVERY, UNTIL).faults())
                .allSatisfy(fault -> assertThat(fault.kinds()).containsExactly(kind));
    }

    @Test
    void without_kinds_there_is_no_fault() {
        assertThat(FaultPlan.of(1, Set.of(), EVERY, UNTIL).faults()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void a_kind_is_found_by_its_word(FaultKind kind) {
        assertThat(FaultKind.of(kind.word())).contains(kind);
    }
}
