package io.carillon.persistence.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.persistence.fixture.TestTime;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WriteQueueTest {

    private final WriteQueue<String> queue = new WriteQueue<>(write -> write, new TestTime(), 0, 5, 10);

    @Test
    void what_waits_is_taken_together_in_order() throws InterruptedException {
        offer("a", "b");
        offer("c");

        assertThat(taken()).containsExactly(List.of("a", "b"), List.of("c"));
        assertThat(queue.queuedRows()).isZero();
    }

    @Test
    void a_batch_has_a_bound_but_a_single_call_may_exceed_it() throws InterruptedException {
        offer("1", "2", "3", "4", "5", "6", "7");
        offer("a", "b", "c");
        assertThat(queue.offer(Submission.of(List.of("x")))).as("ten rows wait").isFalse();

        assertThat(taken()).containsExactly(List.of("1", "2", "3", "4", "5", "6", "7"));
        assertThat(taken()).containsExactly(List.of("a", "b", "c"));
    }

    @Test
    void two_calls_on_one_row_are_not_merged() throws InterruptedException {
        offer("a", "b");
        offer("b", "c");
        offer("d");

        assertThat(taken()).containsExactly(List.of("a", "b"));
        assertThat(taken()).containsExactly(List.of("b", "c"), List.of("d"));
    }

    @Test
    void a_closed_queue_takes_nothing_and_gives_the_rest() throws InterruptedException {
        offer("a");
        queue.close();

        assertThat(queue.offer(Submission.of(List.of("b")))).isFalse();
        assertThat(taken()).containsExactly(List.of("a"));
        assertThat(taken()).isEmpty();
    }

    @Test
    void waiting_threads_end_when_it_is_closed() throws Exception {
        CompletableFuture<List<List<String>>> first = CompletableFuture.supplyAsync(this::takenUnchecked);
        CompletableFuture<List<List<String>>> second = CompletableFuture.supplyAsync(this::takenUnchecked);

        queue.close();

        assertThat(first.get(10, TimeUnit.SECONDS)).isEmpty();
        assertThat(second.get(10, TimeUnit.SECONDS)).isEmpty();
    }

    private void offer(String... writes) {
        assertThat(queue.offer(Submission.of(List.of(writes)))).isTrue();
    }

    private List<List<String>> taken() throws InterruptedException {
        return queue.take().stream().map(Submission::writes).toList();
    }

    private List<List<String>> takenUnchecked() {
        try {
            return taken();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
