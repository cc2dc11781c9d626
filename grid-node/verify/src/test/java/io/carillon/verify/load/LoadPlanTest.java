package io.carillon.verify.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.verify.evidence.Definition;
import io.carillon.verify.evidence.Request;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadPlanTest {

    private static final Instant BEGIN = Instant.parse("2027-03-28T00:59:00Z");
    private static final LoadOptions OPTIONS = new LoadOptions(
            30, 100, Duration.ofMinutes(2), "owner", "pool", "http://127.0.0.1:1/work", "Europe/Berlin");

    @Test
    void the_same_seed_gives_the_same_plan_and_another_one_another() {
        assertThat(LoadPlan.of(7, OPTIONS, BEGIN)).isEqualTo(LoadPlan.of(7, OPTIONS, BEGIN));
        assertThat(LoadPlan.of(8, OPTIONS, BEGIN)).isNotEqualTo(LoadPlan.of(7, OPTIONS, BEGIN));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, -3, Long.MAX_VALUE})
    void names_are_unique_and_as_many_as_were_asked_for(long seed) {
        List<PlannedJob> jobs = created(LoadPlan.of(seed, OPTIONS, BEGIN)).toList();
        Set<String> names = new HashSet<>();
        jobs.forEach(job -> assertThat(names.add(job.name())).as(job.name()).isTrue());
        assertThat(jobs.stream().filter(job -> job.definition().schedule() != null))
                .hasSize(100);
        assertThat(jobs.stream().filter(job -> job.name().startsWith("one-"))).hasSize(30 * 120 - 30 * 10);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2})
    void nothing_comes_before_the_load_or_after_it(long seed) {
        LoadPlan plan = LoadPlan.of(seed, OPTIONS, BEGIN);
        assertThat(plan.steps()).isSortedAccordingTo((one, other) -> one.at().compareTo(other.at()));
        assertThat(plan.steps()).allSatisfy(step -> assertThat(step.at()).isBetween(Duration.ZERO, OPTIONS.length()));
        assertThat(created(plan)
                        .map(PlannedJob::definition)
                        .map(Definition::runAt)
                        .filter(Objects::nonNull))
                .allSatisfy(due -> assertThat(due).isBeforeOrEqualTo(BEGIN.plus(OPTIONS.length())));
    }

    @Test
    void every_kind_of_change_is_there() {
        assertThat(LoadPlan.of(1, OPTIONS, BEGIN).steps().stream()
                        .filter(Step.Change.class::isInstance)
                        .map(step -> ((Step.Change) step).kind()))
                .contains(
                        Request.Kind.EDIT,
                        Request.Kind.PAUSE,
                        Request.Kind.RESUME,
                        Request.Kind.DELETE,
                        Request.Kind.TRIGGER);
    }

    @Test
    void where_workers_cannot_reach_us_no_job_has_a_target() {
        LoadOptions apart = new LoadOptions(30, 100, Duration.ofSeconds(60), "owner", "pool", null, "Europe/Berlin");
        assertThat(created(LoadPlan.of(1, apart, BEGIN))).allSatisfy(job -> {
            assertThat(job.definition().url()).isNull();
            assertThat(job.definition().pool()).isEqualTo("pool");
        });
    }

    private static Stream<PlannedJob> created(LoadPlan plan) {
        return plan.steps().stream()
                .filter(Step.Create.class::isInstance)
                .flatMap(step -> ((Step.Create) step).jobs().stream());
    }
}
