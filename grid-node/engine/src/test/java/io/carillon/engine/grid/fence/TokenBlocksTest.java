package io.carillon.engine.grid.fence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TokenBlocksTest {

    private static final int SIZE = 100;

    private final MemoryFloor floor = new MemoryFloor();
    private final Counter counter = new Counter();
    private final List<TokenBlock> taken = new ArrayList<>();

    /** A counter that can be lost, set back or silenced, also in the middle of a step. */
    private static final class Counter implements TokenCounter {
        long value;
        boolean silent;

        @Nullable
        Runnable afterNextSet;

        @Override
        public CompletableFuture<Long> read() {
            return silent ? new CompletableFuture<>() : CompletableFuture.completedFuture(value);
        }

        @Override
        public CompletableFuture<Boolean> compareAndSet(long expected, long next) {
            if (silent) {
                return new CompletableFuture<>();
            }
            boolean fits = value == expected;
            value = fits ? next : value;
            Runnable then = afterNextSet;
            if (fits && then != null) {
                afterNextSet = null;
                then.run();
            }
            return CompletableFuture.completedFuture(fits);
        }
    }

    private TokenBlocks member() {
        return member(counter);
    }

    private TokenBlocks member(@Nullable TokenCounter shared) {
        return new TokenBlocks(
                shared,
                floor,
                SIZE,
                Duration.ofMillis(20),
                Duration.ofSeconds(1),
                new FenceMeters(new SimpleMeterRegistry()));
    }

    /** Takes a block, which must lie above every earlier one. */
    private TokenBlock take(TokenBlocks member) {
        try {
            TokenBlock block = member.take();
            assertThat(floor.floor().join()).isGreaterThan(block.last());
            assertThat(taken).allSatisfy(earlier -> assertThat(earlier.last()).isLessThan(block.first()));
            taken.add(block);
            return block;
        } catch (TokenBlocks.UnavailableException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void blocks_follow_each_other() {
        TokenBlock first = take(member());
        TokenBlock second = take(member());
        assertThat(first.size()).isEqualTo(SIZE);
        assertThat(second.first()).isEqualTo(first.last() + 1);
    }

    @Test
    void a_lost_counter_is_seeded_above_all_that_was_handed_out() {
        take(member());
        counter.value = 0;
        take(member());
        take(member());
    }

    @Test
    void a_counter_that_went_back_is_seeded_again() {
        take(member());
        long then = counter.value;
        take(member());
        counter.value = then;
        take(member());
    }

    @Test
    void a_full_restart_goes_on_above_the_floor() {
        take(member());
        take(member(new Counter()));
    }

    @Test
    void a_silent_counter_is_replaced_by_the_database_until_it_answers() {
        take(member());
        counter.silent = true;
        take(member());
        take(member());
        counter.silent = false;
        take(member());
        take(member());
    }

    @Test
    void without_a_counter_all_blocks_come_from_the_database() {
        take(member(null));
        assertThat(take(member(null)).size()).isEqualTo(SIZE);
    }

    /** The counter moves, and is lost before the floor covers the block; another member takes one meanwhile. */
    @Test
    void a_counter_lost_between_taking_and_raising_gives_nobody_the_same_block() {
        take(member());
        List<TokenBlock> meanwhile = new ArrayList<>();
        counter.afterNextSet = () -> {
            counter.value = 0;
            meanwhile.add(takeUnchecked(member()));
        };
        TokenBlock own = takeUnchecked(member());

        assertThat(meanwhile).hasSize(1);
        assertThat(overlap(own, meanwhile.get(0))).isFalse();
        taken.add(own);
        taken.addAll(meanwhile);
        take(member());
    }

    /** As above, and the other one asks the database itself. */
    @Test
    void blocks_of_the_database_overlap_none_on_its_way() {
        take(member());
        List<TokenBlock> meanwhile = new ArrayList<>();
        counter.afterNextSet = () -> meanwhile.add(takeUnchecked(member(null)));
        TokenBlock own = takeUnchecked(member());

        assertThat(overlap(own, meanwhile.get(0))).isFalse();
        taken.add(own);
        taken.addAll(meanwhile);
        take(member());
    }

    @Test
    void without_the_database_there_is_no_block() {
        floor.away = true;
        assertThatThrownBy(() -> member().take()).isInstanceOf(TokenBlocks.UnavailableException.class);
        counter.silent = true;
        assertThatThrownBy(() -> member().take()).isInstanceOf(TokenBlocks.UnavailableException.class);
    }

    @Test
    void tokens_stay_exact_in_json() {
        floor.raise((1L << 53) - 10).join();
        assertThatThrownBy(() -> member().take()).hasMessageContaining("used up");
    }

    private static TokenBlock takeUnchecked(TokenBlocks member) {
        try {
            return member.take();
        } catch (TokenBlocks.UnavailableException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean overlap(TokenBlock a, TokenBlock b) {
        return a.first() <= b.last() && b.first() <= a.last();
    }
}
