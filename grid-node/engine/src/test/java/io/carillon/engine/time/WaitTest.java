package io.carillon.engine.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class WaitTest {

    private final List<String> told = new ArrayList<>();

    @Test
    void who_answers_at_once_is_not_waited_for() {
        assertThat(Wait.forAnswer(Duration.ofDays(1), () -> null, told::add)).isTrue();
        assertThat(told).isEmpty();
    }

    @Test
    void the_first_reason_is_told() {
        Deque<String> reasons = new ArrayDeque<>(List.of("it starts", "it still does"));
        assertThat(Wait.forAnswer(Duration.ofDays(1), reasons::poll, told::add)).isTrue();
        assertThat(told).containsExactly("it starts");
    }

    @Test
    void the_wait_has_an_end_and_without_one_there_is_one_question() {
        Deque<String> reasons = new ArrayDeque<>(List.of("it starts", "it still does"));
        assertThat(Wait.forAnswer(Duration.ZERO, reasons::poll, told::add)).isFalse();
        assertThat(told).isEmpty();
        assertThat(reasons).hasSize(1);
    }

    @Test
    void an_interrupt_ends_it() {
        Thread.currentThread().interrupt();
        assertThat(Wait.forAnswer(Duration.ofDays(1), () -> "it is away", told::add))
                .isFalse();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void what_fails_because_the_other_side_fell_silent_is_done_again() {
        Deque<String> failures = new ArrayDeque<>(List.of("it ended", "it ended again"));
        assertThat(through(Duration.ofDays(1), failures)).isEqualTo("done");
        assertThat(told).containsExactly("it ended", "it ended again");
    }

    @Test
    void what_fails_for_another_reason_or_beyond_the_bound_fails_at_once() {
        assertThatThrownBy(() -> through(Duration.ofDays(1), new ArrayDeque<>(List.of("refused"))))
                .hasMessage("refused");
        assertThatThrownBy(() -> through(Duration.ZERO, new ArrayDeque<>(List.of("it ended"))))
                .hasMessage("it ended");
        assertThat(told).isEmpty();
    }

    /** Of an action that fails so often, and is done then. */
    private String through(Duration longest, Deque<String> failures) {
        return Wait.through(longest, () -> null, e -> !"refused".equals(e.getMessage()), told::add, () -> {
            String next = failures.poll();
            if (next != null) {
                throw new IllegalStateException(next);
            }
            return "done";
        });
    }
}
