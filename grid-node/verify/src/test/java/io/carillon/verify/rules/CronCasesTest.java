package io.carillon.verify.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import io.carillon.verify.evidence.Definition;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The cases that the product's own rules are held to. */
class CronCasesTest {
    private static final List<String> FILES = List.of("/cron-cases.json", "/own-cron-cases.json");

    /** Leap days around a century, on a given day of the week, are the rarest times of all. */
    private static final Duration LONGEST_WAIT = Duration.ofDays(366L * 60);

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
        JsonNode expected = one.get("expect");
        if (expected.isArray()) {
            List<Instant> times = expected.valueStream()
                    .map(time -> Instant.parse(time.stringValue()))
                    .toList();
            assertThat(next(one, times.size())).isEqualTo(times);
        } else if (expected.stringValue().equals("never")) {
            assertThat(CronTimetable.of(cron, zone)
                            .isEverDue(Instant.parse(one.get("after").stringValue())))
                    .isFalse();
        } else {
            assertThat(expected.stringValue()).isEqualTo("invalid");
            assertThatThrownBy(() -> new Occurrences(Definition.repeated("case", cron, zone), Instant.EPOCH))
                    .isInstanceOf(InvalidScheduleException.class);
        }
    }

    /** A bounded case lists all that its job owes, the end included. */
    private static List<Instant> next(JsonNode one, int count) {
        Instant after = Instant.parse(one.get("after").stringValue());
        Instant endsAt = instant(one, "ends_at");
        Definition definition = Definition.repeated(
                        "case", one.get("cron").stringValue(), one.get("zone").stringValue())
                .but()
                .bounds(instant(one, "starts_at"), endsAt)
                .definition();
        Occurrences occurrences =
                new Occurrences(definition, Objects.requireNonNullElse(instant(one, "created"), after));
        Duration ahead = Duration.ofHours(1);
        while (true) {
            List<Instant> times = List.copyOf(occurrences.between(after, after.plus(ahead)));
            int wanted = endsAt == null ? count : count + 1;
            boolean ended = endsAt != null && after.plus(ahead).isAfter(endsAt);
            if (times.size() >= wanted || ended || ahead.compareTo(LONGEST_WAIT) > 0) {
                return times.subList(0, Math.min(wanted, times.size()));
            }
            ahead = ahead.multipliedBy(4);
        }
    }

    private static @Nullable Instant instant(JsonNode one, String field) {
        JsonNode text = one.get(field);
        return text == null ? null : Instant.parse(text.stringValue());
    }
}
