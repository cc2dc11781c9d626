package io.carillon.worker.state;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ResultOutboxTest {
    private final ResultOutbox<String> outbox = new ResultOutbox<>();

    @Test
    void result_is_taken_once_and_kept_until_it_is_acknowledged() {
        add("a");

        assertThat(outbox.take(10, 1_000, 0)).containsExactly("a");
        assertThat(outbox.take(10, 1_000, 0)).isEmpty();
        assertThat(outbox.contains(key("a"))).isTrue();
        assertThat(outbox.size()).isEqualTo(1);

        assertThat(outbox.acknowledged(key("a"))).isTrue();
        assertThat(outbox.size()).isZero();
        assertThat(outbox.contains(key("a"))).isFalse();
    }

    @Test
    void second_acknowledgement_is_told_from_the_first() {
        add("a");
        outbox.acknowledged(key("a"));

        assertThat(outbox.acknowledged(key("a"))).isFalse();
    }

    @Test
    void acknowledgement_of_another_token_changes_nothing() {
        add("a");

        assertThat(outbox.acknowledged(new AttemptKey("a", "job", 2))).isFalse();
        assertThat(outbox.size()).isEqualTo(1);
    }

    @Test
    void after_a_broken_stream_everything_is_sent_again_oldest_first() {
        add("a");
        add("b");
        outbox.take(10, 1_000, 0);
        add("c");
        outbox.acknowledged(key("a"));

        outbox.disconnected();

        assertThat(outbox.take(10, 1_000, 0)).containsExactly("b", "c");
    }

    @Test
    void result_acknowledged_late_on_a_new_stream_is_not_sent_again() {
        add("a");
        outbox.take(10, 1_000, 0);
        outbox.disconnected();

        outbox.acknowledged(key("a"));

        assertThat(outbox.hasUnsent()).isFalse();
    }

    @Test
    void message_is_bounded_by_count_and_bytes() {
        for (String name : new String[] {"a", "b", "c", "d", "e"}) {
            add(name);
        }

        assertThat(outbox.take(2, 1_000, 0)).containsExactly("a", "b");
        assertThat(outbox.take(10, 25, 0)).containsExactly("c", "d");
        assertThat(outbox.take(10, 25, 0)).containsExactly("e");
    }

    @Test
    void result_larger_than_a_message_goes_alone() {
        outbox.add(key("huge"), "huge", 5_000);
        add("a");

        assertThat(outbox.take(10, 1_000, 0)).containsExactly("huge");
        assertThat(outbox.take(10, 1_000, 0)).containsExactly("a");
    }

    @Test
    void result_without_acknowledgement_is_sent_again_after_a_while() {
        add("a");
        outbox.take(10, 1_000, 100);
        add("b");
        outbox.take(10, 1_000, 200);

        assertThat(outbox.resendSentBy(99)).isZero();
        assertThat(outbox.resendSentBy(100)).isEqualTo(1);
        assertThat(outbox.take(10, 1_000, 300)).containsExactly("a");
        assertThat(outbox.resendSentBy(200)).as("a has been sent later again").isEqualTo(1);
    }

    @Test
    void all_that_wait_are_listed() {
        add("a");
        outbox.take(10, 1_000, 0);
        add("b");

        assertThat(outbox.keys()).containsExactly(key("a"), key("b"));
    }

    private void add(String name) {
        outbox.add(key(name), name, 10);
    }

    private static AttemptKey key(String name) {
        return new AttemptKey(name, "job", 1);
    }
}
