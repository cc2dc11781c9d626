package io.carillon.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.plan.ClaimPlanner;
import io.carillon.domain.schedule.ScheduleSpec;
import io.carillon.engine.schedule.ScheduleReading.Refused;
import io.carillon.engine.schedule.ScheduleReading.Understood;
import io.carillon.engine.testkit.JobMaker;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Schedules with the instants they mean, across zones and changes of clocks. The answers of the second file come from a
 * walk over the seconds by the letter of the rule, written in another language over another copy of the zone data.
 */
class CronCasesTest {

    private static final List<String> FILES = List.of("/cron-cases.json", "/own-cron-cases.json");

    private static final ScheduleReader READER = new ScheduleReader();
    private static final ClaimPlanner PLANNER = new ClaimPlanner(READER);

    static Stream<Arguments> cases() {
        return FILES.stream()
                .flatMap(CronCasesTest::casesOf)
                .map(one -> argumentSet(one.get("id").stringValue(), one));
    }

    private static Stream<JsonNode> casesOf(String name) {
        try (InputStream file = CronCasesTest.class.getResourceAsStream(name)) {
            return new JsonMapper().readTree(Objects.requireNonNull(file)).valueStream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void all_cases_are_read() {
        assertThat(cases()).hasSize(420 + 200);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void case_means_what_it_says(JsonNode one) {
        String cron = one.get("cron").stringValue();
        String zone = one.get("zone").stringValue();
        Instant after = Instant.parse(one.get("after").stringValue());
        JsonNode expected = one.get("expect");

        if (expected.isArray()) {
            List<String> times =
                    expected.valueStream().map(JsonNode::stringValue).toList();
            assertThat(next(one, after, times.size())).isEqualTo(times);
        } else if (expected.stringValue().equals("never")) {
            assertThat(next(one, after, 1)).isEmpty();
            assertThat(READER.read(cron, zone, after)).isInstanceOf(Refused.class);
        } else {
            assertThat(expected.stringValue()).isEqualTo("invalid");
            assertThat(READER.read(cron, zone, after)).isInstanceOf(Refused.class);
        }
    }

    /** A bounded case lists all that its job owes, the end included. */
    private static List<String> next(JsonNode one, Instant after, int count) {
        Instant startsAt = instant(one, "starts_at");
        Instant endsAt = instant(one, "ends_at");
        JobDefinition definition =
                JobMaker.of(specOf(one)).startsAt(startsAt).endsAt(endsAt).make();
        Job job = new Job(
                JobMaker.jobId(1), 1, JobStatus.ACTIVE, definition, after, after, null, null, 1, new UUID(0, 1));
        List<String> times = new ArrayList<>();
        for (Instant time = nextOf(job, after);
                time != null && times.size() < (endsAt == null ? count : count + 1);
                time = nextOf(job, time)) {
            times.add(time.toString());
        }
        return times;
    }

    private static @Nullable Instant nextOf(Job job, Instant after) {
        return PLANNER.planFrom(job, after).nextNominalAt();
    }

    private static ScheduleSpec specOf(JsonNode one) {
        String cron = one.get("cron").stringValue();
        String zone = one.get("zone").stringValue();
        Instant created = instant(one, "created");
        return created != null && READER.read(cron, zone, created) instanceof Understood understood
                ? understood.spec()
                : new ScheduleSpec.Cron(cron, zone);
    }

    private static @Nullable Instant instant(JsonNode one, String field) {
        JsonNode text = one.get(field);
        return text == null ? null : Instant.parse(text.stringValue());
    }
}
