package io.carillon.engine.grid.size;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.cluster.Member;
import io.carillon.domain.store.ClusterSize;
import io.carillon.domain.store.ClusterStore;
import io.carillon.domain.store.StoreUnavailableException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MovingMajorityTest {

    private static List<Member> members(int count) {
        return Arrays.asList(new Member[count]);
    }

    @ParameterizedTest
    @CsvSource({"1,1,true", "2,1,true", "3,1,false", "3,2,true", "4,2,false", "4,3,true", "5,2,false", "5,3,true"})
    void a_majority_of_the_expected_size_may_act(int expected, int there, boolean may) {
        assertThat(new MovingMajority(expected).apply(members(there))).isEqualTo(may);
    }

    @Test
    void it_follows_what_the_database_says_and_stays_without_it() {
        MovingMajority majority = new MovingMajority(3);
        AtomicInteger changes = new AtomicInteger();
        Answers store = new Answers();
        SizeWatch watch = new SizeWatch(store, majority, changes::incrementAndGet);

        store.answer = CompletableFuture.completedFuture(Optional.of(new ClusterSize(5, 3, 3, 2)));
        watch.look();
        watch.look();
        assertThat(majority.majority()).isEqualTo(3);
        assertThat(changes).hasValue(1);

        store.answer = CompletableFuture.failedFuture(
                new StoreUnavailableException("away", new IllegalStateException("away")));
        watch.look();
        store.answer = CompletableFuture.completedFuture(Optional.empty());
        watch.look();
        assertThat(majority.majority()).isEqualTo(3);
        assertThat(changes).hasValue(1);
    }

    private static final class Answers implements ClusterStore {
        CompletableFuture<Optional<ClusterSize>> answer = new CompletableFuture<>();

        @Override
        public CompletableFuture<Optional<ClusterSize>> size() {
            return answer;
        }

        @Override
        public CompletableFuture<ClusterSize> agree(int expected, int cpMembers) {
            throw new AssertionError("a watch only looks");
        }

        @Override
        public CompletableFuture<ClusterSize> change(long version, int expected, int cpMembers) {
            throw new AssertionError("a watch only looks");
        }
    }
}
