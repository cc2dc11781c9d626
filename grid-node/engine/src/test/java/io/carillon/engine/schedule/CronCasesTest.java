package io.carillon.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import io.carillon.domain.schedule.Schedule;
import io.carillon.domain.schedule.ScheduleSpec;
import io.carillon.engine.schedule.ScheduleReading.Refused;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Cron expressions with the instants they mean, across zones and changes of clocks. */
class CronCasesTest {

    private static final ScheduleReader READER = new ScheduleReader();

    static Stream<Arguments> cases() throws IOException {
        try (InputStream file = CronCasesTest.class.getResourceAsStream("/cron-cases.json")) {
            JsonNode cases = new JsonMapper().readTree(Objects.requireNonNull(file));
            return cases.valueStream().map(one -> argumentSet(one.get("id").stringValue(), one));
        }
    }

    @Test
    void all_cases_are_read() throws IOException {
        assertThat(cases()).hasSize(420);
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
            assertThat(next(cron, zone, after, times.size())).isEqualTo(times);
        } else if (expected.stringValue().equals("never")) {
            assertThat(next(cron, zone, after, 1)).isEmpty();
            assertThat(READER.read(cron, zone, after)).isInstanceOf(Refused.class);
        } else {
            assertThat(expected.stringValue()).isEqualTo("invalid");
            assertThat(READER.read(cron, zone, after)).isInstanceOf(Refused.class);
        }
    }

    private static List<String> next(String cron, String zone, Instant after, int count) {
        Schedule schedule = READER.compile(new ScheduleSpec.Cron(cron, zone));
        List<String> times = new ArrayList<>();
        for (Instant time = schedule.nextAfter(after);
                time != null && times.size() < count;
                time = schedule.nextAfter(time)) {
            times.add(time.toString());
        }
        return times;
    }
}
