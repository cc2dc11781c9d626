package io.carillon.worker.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HandlerPoolTest {
    private final HandlerPool pool = new HandlerPool(50, "test-handler");
    private final CountDownLatch release = new CountDownLatch(1);

    @AfterEach
    void release_threads() {
        release.countDown();
        pool.close();
    }

    @Test
    void tasks_that_block_get_a_thread_each() throws Exception {
        CountDownLatch atWork = new CountDownLatch(50);

        pool.execute(Collections.nCopies(50, () -> {
            atWork.countDown();
            awaitRelease();
        }));

        assertThat(atWork.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(pool.threads()).isEqualTo(50);
    }

    @Test
    void idle_threads_are_used_before_new_ones_are_made() throws Exception {
        for (int i = 0; i < 200; i++) {
            CountDownLatch done = new CountDownLatch(1);
            pool.execute(List.of(done::countDown));
            assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
            await().pollInterval(Duration.ofMillis(1)).until(() -> pool.idle() == 1);
        }

        assertThat(pool.threads()).isEqualTo(1);
    }

    @Test
    void all_tasks_of_many_batches_are_done() {
        AtomicInteger done = new AtomicInteger();

        for (int i = 0; i < 1_000; i++) {
            pool.execute(Collections.nCopies(30, done::incrementAndGet));
        }

        await().untilAtomic(done, org.hamcrest.Matchers.equalTo(30_000));
    }

    @Test
    void task_that_throws_does_not_cost_a_thread() throws Exception {
        pool.execute(Collections.nCopies(2, () -> {
            throw new AssertionError("a mistake");
        }));
        CountDownLatch done = new CountDownLatch(10);
        pool.execute(Collections.nCopies(10, done::countDown));

        assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void after_the_close_idle_threads_end_and_tasks_are_refused() throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        pool.execute(List.of(done::countDown));
        assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();

        pool.close();

        await().until(() -> pool.threads() == 0);
        assertThatThrownBy(() -> pool.execute(List.of(() -> {}))).isInstanceOf(IllegalStateException.class);
    }

    private void awaitRelease() {
        try {
            release.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
