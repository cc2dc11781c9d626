package io.carillon.domain.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FairOrderTest {
    private static final Capability MAIL = new Capability("default", "mail");
    private static final long SECOND = 1_000_000;
    private static final long START = 1_767_225_600 * SECOND;

    private final FairOrder<String> order = new FairOrder<>(Duration.ofSeconds(30));

    @Test
    void an_empty_order_has_nothing_to_give() {
        assertThat(order.poll(MAIL, ownerId -> true)).isNull();
        assertThat(order.peek(MAIL, ownerId -> true)).isNull();
        assertThat(order.remove("a")).isNull();
        assertThat(order.contains("a")).isFalse();
        assertThat(order.size()).isZero();
        assertThat(order.size(MAIL)).isZero();
        assertThat(order.capabilities()).isEmpty();
    }

    @Test
    void within_owner_and_priority_the_first_due_comes_first_and_equal_due_times_as_added() {
        add("late", "A", 5, START + 2, START);
        add("early", "A", 5, START, START);
        add("middle-1", "A", 5, START + 1, START);
        add("middle-2", "A", 5, START + 1, START);
        assertThat(pollAll()).containsExactly("early", "middle-1", "middle-2", "late");
    }

    @Test
    void first_due_comes_first_even_if_it_was_enqueued_last() {
        add("enqueued-first", "A", 5, START, START - 10 * SECOND);
        add("due-first", "A", 5, START - SECOND, START + 10 * SECOND);
        assertThat(pollAll()).containsExactly("due-first", "enqueued-first");
    }

    @Test
    void the_more_urgent_of_an_owner_comes_first() {
        for (int priority = 0; priority <= 9; priority++) {
            add("p" + priority, "A", priority, START, START);
        }
        assertThat(pollAll()).containsExactly("p9", "p8", "p7", "p6", "p5", "p4", "p3", "p2", "p1", "p0");
    }

    @Test
    void the_more_urgent_owner_comes_first_within_a_round() {
        add("a", "A", 5, START, START);
        add("b", "B", 6, START, START);
        add("c", "C", 4, START, START);
        assertThat(pollAll()).containsExactly("b", "a", "c");
    }

    @Test
    void calling_everything_urgent_gains_no_larger_share() {
        for (int i = 0; i < 4; i++) {
            add("urgent-" + i, "A", 9, START, START);
            add("plain-" + i, "B", 0, START, START);
        }
        assertThat(pollAll())
                .containsExactly(
                        "urgent-0", "plain-0", "urgent-1", "plain-1", "urgent-2", "plain-2", "urgent-3", "plain-3");
    }

    @ParameterizedTest(name = "priority {0} waiting {1} s against priority {2} waiting {3} s: {4} first")
    @CsvSource({
        "5,   0, 5,   0, one", // equal: as added
        "5,   1, 5,   0, one",
        "4,  29, 5,   0, other",
        "4,  30, 5,   0, one", // level: the first due
        "5,   0, 4,  30, other", // level: the first due, though added last
        "4,  31, 5,   0, one",
        "0, 269, 9,   0, other",
        "0, 271, 9,   0, one",
        "9, 100, 9, 101, other",
        "9,  50, 0, 319, one",
        "9,  50, 0, 321, other",
        "3,  60, 4,  29, one",
        "3,  60, 4,  31, other",
    })
    void waiting_counts_one_level_every_thirty_seconds(
            int priority, long waited, int otherPriority, long otherWaited, String first) {
        for (String otherOwner : List.of("A", "B")) {
            long enqueued = START - waited * SECOND;
            long otherEnqueued = START - otherWaited * SECOND;
            add("one", "A", priority, enqueued, enqueued);
            add("other", otherOwner, otherPriority, otherEnqueued, otherEnqueued);
            assertThat(pollAll()).first().isEqualTo(first);
        }
    }

    @Test
    void the_lowest_priority_is_not_starved_by_a_stream_of_the_highest() {
        add("low", "A", 0, START, START);
        int polls = 0;
        for (long second = 0; order.contains("low"); second++) {
            add("high-" + second, "A", 9, START + second * SECOND, START + second * SECOND);
            order.poll(MAIL, ownerId -> true);
            polls++;
        }
        assertThat(polls).isBetween(270, 272);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 17, 50_000})
    void a_flood_delays_another_owner_by_at_most_one_turn(int polledBefore) {
        for (int i = 0; i < 100_000; i++) {
            add("flood-" + i, "A", 9, START, START - 3_600 * SECOND);
        }
        for (int i = 0; i < polledBefore; i++) {
            assertThat(pollKey()).startsWith("flood-");
        }
        add("single", "B", 0, START, START);
        assertThat(List.of(pollKey(), pollKey())).contains("single");
    }

    @Test
    void an_owner_that_leaves_and_comes_back_gets_no_second_turn_in_a_round() {
        for (int i = 0; i < 100; i++) {
            add("steady-" + i, "A", 5, START, START);
        }
        int steady = 0;
        for (int i = 0; i < 100; i++) {
            if (!order.contains("returning")) {
                add("returning", "B", 9, START, START);
            }
            steady += pollKey().startsWith("steady") ? 1 : 0;
        }
        assertThat(steady).isEqualTo(50);
    }

    @Test
    void every_round_gives_each_owner_as_many_as_its_weight() {
        order.setWeight("A", 3);
        order.setWeight("C", 2);
        for (int i = 0; i < 30; i++) {
            add("a" + i, "A", 5, START + i, START + i);
            add("b" + i, "B", i % 10, START + i, START + i);
            add("c" + i, "C", 9, START + i, START - i);
        }
        for (int round = 0; round < 10; round++) {
            List<Character> owners = new ArrayList<>();
            for (int turn = 0; turn < 6; turn++) {
                owners.add(pollKey().charAt(0));
            }
            assertThat(owners).containsExactlyInAnyOrder('a', 'a', 'a', 'b', 'c', 'c');
        }
    }

    @Test
    void a_new_weight_counts_from_the_next_turn_on() {
        for (int i = 0; i < 6; i++) {
            add("a" + i, "A", 9, START, START);
            add("b" + i, "B", 0, START, START);
        }
        order.setWeight("A", 2);
        assertThat(List.of(pollKey(), pollKey())).containsExactly("a0", "b0");
        assertThat(List.of(pollKey(), pollKey(), pollKey())).containsExactly("a1", "a2", "b1");
        order.setWeight("A", 1);
        assertThat(List.of(pollKey(), pollKey(), pollKey(), pollKey(), pollKey()))
                .containsExactly("a3", "a4", "b2", "a5", "b3");
    }

    @Test
    void owners_that_may_not_run_are_passed_over_and_lose_nothing() {
        add("a1", "A", 5, START, START);
        add("b1", "B", 5, START, START + 1);
        add("b2", "B", 5, START, START + 1);
        add("a2", "A", 5, START, START);
        Predicate<String> notA = ownerId -> !ownerId.equals("A");
        assertThat(keyOf(order.peek(MAIL, notA))).isEqualTo("b1");
        assertThat(keyOf(order.poll(MAIL, notA))).isEqualTo("b1");
        assertThat(keyOf(order.poll(MAIL, notA))).isEqualTo("b2");
        assertThat(order.poll(MAIL, notA)).isNull();
        assertThat(order.size()).isEqualTo(2);
        assertThat(pollAll()).containsExactly("a1", "a2");
    }

    @Test
    void turns_do_not_pile_up_while_an_owner_is_held_back() {
        for (int i = 0; i < 100; i++) {
            add("a" + i, "A", 5, START, START);
            add("b" + i, "B", 5, START, START);
        }
        for (int i = 0; i < 50; i++) {
            order.poll(MAIL, ownerId -> ownerId.equals("B"));
        }
        List<Character> owners = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            owners.add(pollKey().charAt(0));
        }
        // One turn kept from the round in which A was held back, and then one each.
        assertThat(Collections.frequency(owners, 'a')).isBetween(10, 11);
        assertThat(Collections.frequency(owners.subList(2, 20), 'a')).isEqualTo(9);
    }

    @Test
    void the_predicate_is_asked_once_per_owner_and_not_after_it_agreed() {
        for (String owner : List.of("A", "B", "C", "D")) {
            IntStream.range(0, 5).forEach(i -> add(owner + i, owner, 5, START, START));
        }
        List<String> asked = new ArrayList<>();
        ReadyEntry<String> polled = order.poll(MAIL, ownerId -> {
            asked.add(ownerId);
            return ownerId.equals("C");
        });
        assertThat(asked).containsExactly("A", "B", "C");
        assertThat(keyOf(polled)).isEqualTo("C0");
    }

    @Test
    void an_entry_that_was_removed_does_not_come_out() {
        add("a", "A", 5, START, START);
        add("b", "A", 5, START + 1, START);
        add("c", "B", 5, START, START);
        assertThat(keyOf(order.remove("a"))).isEqualTo("a");
        assertThat(order.remove("a")).isNull();
        assertThat(keyOf(order.remove("c"))).isEqualTo("c");
        assertThat(order.size(MAIL)).isOne();
        assertThat(pollAll()).containsExactly("b");
    }

    @Test
    void a_key_that_waits_already_is_refused_and_changes_nothing() {
        add("a", "A", 5, START, START);
        assertThat(order.add(entry("a", "B", new Capability("other", "mail"), 9, 0, 0)))
                .isFalse();
        assertThat(order.size()).isOne();
        assertThat(order.capabilities()).containsExactly(MAIL);
        assertThat(pollAll()).containsExactly("a");
        assertThat(order.add(entry("a", "A", MAIL, 5, START, START))).isTrue();
    }

    @Test
    void capabilities_are_apart_and_the_one_least_recently_served_is_listed_first() {
        Capability print = new Capability("default", "print");
        Capability far = new Capability("far", "mail");
        for (int i = 0; i < 3; i++) {
            order.add(entry("mail" + i, "A", MAIL, 5, START, START));
            order.add(entry("print" + i, "A", print, 5, START, START));
        }
        order.add(entry("far", "A", far, 5, START, START));
        assertThat(order.capabilities()).containsExactly(MAIL, print, far);
        assertThat(keyOf(order.poll(MAIL, ownerId -> true))).isEqualTo("mail0");
        assertThat(order.capabilities()).containsExactly(print, far, MAIL);
        assertThat(keyOf(order.poll(far, ownerId -> true))).isEqualTo("far");
        assertThat(order.capabilities()).containsExactly(print, MAIL);
        assertThat(order.poll(far, ownerId -> true)).isNull();
        assertThat(order.size(print)).isEqualTo(3);
        assertThat(order.size(MAIL)).isEqualTo(2);
        assertThat(order.size(far)).isZero();
        assertThat(order.size()).isEqualTo(5);
    }

    @Test
    void many_owners_passing_by_leave_one_that_is_held_back_its_place() {
        add("anchor", "anchor", 5, START, START);
        for (int i = 0; i < 10_000; i++) {
            add("x" + i, "owner-" + i, 5, START, START);
            assertThat(keyOf(order.poll(MAIL, ownerId -> !ownerId.equals("anchor"))))
                    .isEqualTo("x" + i);
        }
        assertThat(pollAll()).containsExactly("anchor");
    }

    @Test
    void values_out_of_range_are_refused() {
        assertThatThrownBy(() -> entry("a", "A", MAIL, 10, 0, 0)).hasMessageContaining("10");
        assertThatThrownBy(() -> entry("a", "A", MAIL, -1, 0, 0)).hasMessageContaining("-1");
        assertThatThrownBy(() -> entry("a", "A", MAIL, 5, 0, -1)).hasMessageContaining("enqueuedMicros");
        assertThatThrownBy(() -> order.setWeight("A", 0)).hasMessageContaining("weight");
        assertThatThrownBy(() -> order.setWeight("A", 1_001)).hasMessageContaining("weight");
        for (Duration aging : Set.of(Duration.ZERO, Duration.ofNanos(999), Duration.ofDays(8), Duration.ofDays(-1))) {
            assertThatThrownBy(() -> new FairOrder<String>(aging)).hasMessageContaining("aging");
        }
    }

    @Test
    void what_makes_up_for_a_gap_lets_the_punctual_of_its_owner_go_first_whatever_their_priority() {
        for (int i = 0; i < 3; i++) {
            addMakingUp("old-" + i, "A", START + i);
        }
        add("punctual", "A", 5, START + 3_600 * SECOND, START + 3_600 * SECOND);
        add("least", "A", 0, START + 3_600 * SECOND, START + 3_600 * SECOND);
        assertThat(pollAll()).containsExactly("punctual", "least", "old-0", "old-1", "old-2");
    }

    @Test
    void what_makes_up_for_a_gap_goes_on_beside_more_punctual_work_than_there_is_room_for() {
        for (int i = 0; i < 10; i++) {
            addMakingUp("old-" + i, "A", START + i);
        }
        for (int i = 0; i < 64; i++) {
            add("punctual-" + i, "A", 5, START + 3_600 * SECOND + i, START);
        }
        List<String> polled = pollAll().subList(0, 64);
        assertThat(polled.stream().filter(key -> key.startsWith("old")))
                .containsExactly("old-0", "old-1", "old-2", "old-3");
        assertThat(polled.subList(0, 15)).noneMatch(key -> key.startsWith("old"));
        assertThat(polled.get(15)).isEqualTo("old-0");
    }

    @Test
    void within_a_round_who_is_punctual_goes_before_another_owner_that_makes_up_for_a_gap() {
        addMakingUp("old", "A", START);
        add("punctual-1", "B", 5, START + 3_600 * SECOND, START + 3_600 * SECOND);
        add("punctual-2", "B", 5, START + 3_600 * SECOND, START + 3_600 * SECOND);
        assertThat(pollAll()).containsExactly("punctual-1", "old", "punctual-2");
    }

    private void addMakingUp(String key, String ownerId, long dueMicros) {
        assertThat(order.add(new ReadyEntry<>(key, ownerId, MAIL, 5, true, dueMicros, START)))
                .isTrue();
    }

    private void add(String key, String ownerId, int priority, long dueMicros, long enqueuedMicros) {
        assertThat(order.add(entry(key, ownerId, MAIL, priority, dueMicros, enqueuedMicros)))
                .isTrue();
    }

    private static ReadyEntry<String> entry(
            String key, String ownerId, Capability capability, int priority, long dueMicros, long enqueuedMicros) {
        return new ReadyEntry<>(key, ownerId, capability, priority, dueMicros, enqueuedMicros);
    }

    private String pollKey() {
        return keyOf(order.poll(MAIL, ownerId -> true));
    }

    private List<String> pollAll() {
        List<String> keys = new ArrayList<>();
        while (order.size(MAIL) > 0) {
            keys.add(pollKey());
        }
        return keys;
    }

    private static String keyOf(@Nullable ReadyEntry<String> entry) {
        return Objects.requireNonNull(entry, "no entry").key();
    }
}
