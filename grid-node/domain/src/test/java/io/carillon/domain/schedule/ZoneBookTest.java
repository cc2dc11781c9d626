package io.carillon.domain.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.schedule.ZoneBook.Entry;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ZoneBookTest {

    private static final ZoneOffset ONE = ZoneOffset.ofHours(1);
    private static final ZoneOffset TWO = ZoneOffset.ofHours(2);
    private static final Instant NOW = Instant.parse("2026-03-01T00:00:00Z");

    private static final ZoneRules STILL = ONE.getRules();
    private static final ZoneRules PAST = forward("2020-01-01T00:00:00");
    private static final ZoneRules COMING = forward("2026-05-01T00:00:00");

    private final ZoneBook book = new ZoneBook(
            3,
            "2026c",
            List.of(new Entry("A/B", 1, STILL), new Entry("A/B", 3, COMING), new Entry("C/D", 2, TWO.getRules())));

    private static ZoneRules forward(String local) {
        return ZoneRules.of(
                ONE, ONE, List.of(), List.of(ZoneOffsetTransition.of(LocalDateTime.parse(local), ONE, TWO)), List.of());
    }

    @Test
    void an_edition_has_the_rules_of_the_last_one_that_changed_the_zone() {
        assertThat(book.rulesOf("A/B", 1)).isEqualTo(STILL);
        assertThat(book.rulesOf("A/B", 2)).isEqualTo(STILL);
        assertThat(book.rulesOf("A/B", 3)).isEqualTo(COMING);
        assertThat(book.editionOf("A/B")).isEqualTo(3);
        assertThat(book.editionOf("C/D")).isEqualTo(2);
    }

    @Test
    void a_zone_that_came_later_has_its_first_rules_in_all_earlier_editions() {
        assertThat(book.rulesOf("C/D", 1)).isEqualTo(TWO.getRules());
    }

    @Test
    void an_edition_that_is_not_known_has_the_newest_rules() {
        assertThat(book.rulesOf("A/B", 9)).isEqualTo(COMING);
    }

    @Test
    void names_are_exact_and_spellings_are_found() {
        assertThat(book.rulesOf("a/b", 1)).isNull();
        assertThat(book.spellingOf("a/b")).isEqualTo("A/B");
    }

    @Test
    void zones_are_changed_if_they_are_new_or_their_clocks_go_otherwise_from_now_on() {
        ZoneBook first = new ZoneBook(
                1,
                "2026a",
                List.of(
                        new Entry("Same/Rules", 1, COMING),
                        new Entry("Other/Past", 1, PAST),
                        new Entry("Other/Offset", 1, STILL),
                        new Entry("Other/Date", 1, COMING)));

        assertThat(first.changes(
                        Map.of(
                                "Same/Rules", forward("2026-05-01T00:00:00"),
                                "Other/Past", TWO.getRules(),
                                "Other/Offset", TWO.getRules(),
                                "Other/Date", forward("2026-05-02T00:00:00"),
                                "New/Zone", STILL),
                        NOW))
                .containsOnlyKeys("Other/Offset", "Other/Date", "New/Zone");
    }

    @Test
    void yearly_rules_count_also_beyond_the_changes_that_are_listed() {
        ZoneRules berlin = Objects.requireNonNull(TimeZones.rulesOf("Europe/Berlin"));
        ZoneRules listed = ZoneRules.of(
                ONE,
                ONE,
                List.of(),
                berlin.getTransitions(),
                berlin.getTransitionRules().subList(0, 1));

        assertThat(ZoneBook.sameFrom(NOW, berlin, berlin)).isTrue();
        assertThat(ZoneBook.sameFrom(NOW, berlin, listed)).isFalse();
    }
}
