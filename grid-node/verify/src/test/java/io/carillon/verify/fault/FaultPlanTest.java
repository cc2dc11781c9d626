package io.carillon.verify.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FaultPlanTest {

    private static final Duration EVERY = Duration.ofSeconds(10);
    private static final Duration CALM = Duration.ofSeconds(35);
    private static final Duration UNTIL = Duration.ofMinutes(10);

    @Test
    void the_same_seed_gives_the_same_plan_and_another_one_another() {
        Set<FaultKind> all = EnumSet.allOf(FaultKind.class);
        assertThat(FaultPlan.of(7, all, EVERY, CALM, UNTIL)).isEqualTo(FaultPlan.of(7, all, EVERY, CALM, UNTIL));
        assertThat(FaultPlan.of(8, all, EVERY, CALM, UNTIL)).isNotEqualTo(FaultPlan.of(7, all, EVERY, CALM, UNTIL));
    }

    @Test
    void six_come_every_ten_seconds_and_then_none_for_so_long_that_runs_are_untouched() {
        List<PlannedFault> faults = FaultPlan.of(1, EnumSet.allOf(FaultKind.class), EVERY, CALM, UNTIL)
                .faults();
        assertThat(faults).hasSizeGreaterThan(18);
        assertThat(faults.get(0).at()).isEqualTo(CALM);
        for (int i = 1; i < faults.size(); i++) {
            Duration since = faults.get(i).at().minus(faults.get(i - 1).at());
            if (i % 6 == 0) {
                assertThat(since)
                        .isGreaterThan(faults.get(i - 1).length().plus(CALM).plusSeconds(30));
            } else {
                assertThat(since).isEqualTo(EVERY);
            }
        }
    }

    @Test
    void none_comes_so_late_that_a_short_one_would_not_end() {
        assertThat(FaultPlan.of(1, EnumSet.allOf(FaultKind.class), EVERY, CALM, UNTIL)
                        .faults())
                .allSatisfy(fault -> {
                    assertThat(fault.at()).isLessThanOrEqualTo(UNTIL.minusSeconds(8));
                    assertThat(fault.length()).isBetween(Duration.ofSeconds(2), Duration.ofSeconds(30));
                    assertThat(fault.kinds()).doesNotHaveDuplicates().isNotEmpty();
                });
    }

    @Test
    void a_short_load_is_not_taken_up_by_one_fault() {
        FaultPlan plan = FaultPlan.of(1, EnumSet.allOf(FaultKind.class), EVERY, CALM, Duration.ofSeconds(30));
        assertThat(plan.faults())
                .hasSize(2)
                .allSatisfy(fault -> assertThat(fault.length()).isLessThanOrEqualTo(Duration.ofSeconds(8)));
    }

    @ParameterizedTest
    @EnumSource
    void a_kind_alone_is_the_only_one_chosen(FaultKind kind) {
        assertThat(FaultPlan.of(1, EnumSet.of(kind), EVERY, CALM, UNTIL).faults())
                .allSatisfy(fault -> assertThat(fault.kinds()).containsExactly(kind));
    }

    @Test
    void without_kinds_there_is_no_fault() {
        assertThat(FaultPlan.of(1, Set.of(), EVERY, CALM, UNTIL).faults()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void a_kind_is_found_by_its_word(FaultKind kind) {
        assertThat(FaultKind.of(kind.word())).contains(kind);
    }

    @Test
    void of_several_one_can_be_missed_and_nobody_can_miss_the_store() {
        assertThat(EnumSet.allOf(FaultKind.class).stream().filter(kind -> kind.leavesOthers(3, 2)))
                .containsExactlyInAnyOrder(
                        FaultKind.KILL_MEMBER,
                        FaultKind.KILL_WORKER,
                        FaultKind.FREEZE_MEMBER,
                        FaultKind.FREEZE_WORKER,
                        FaultKind.CUT_WORKER,
                        FaultKind.CUT_DATABASE);
        assertThat(EnumSet.allOf(FaultKind.class).stream().filter(kind -> kind.leavesOthers(2, 1)))
                .isEmpty();
    }
}
