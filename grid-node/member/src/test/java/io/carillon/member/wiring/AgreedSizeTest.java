package io.carillon.member.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.carillon.domain.store.ClusterSize;
import io.carillon.domain.store.ClusterStore;
import io.carillon.engine.grid.GridSettings;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AgreedSizeTest {

    private static final GridSettings ONE = GridSettings.single("c", 5701);

    private static final class Stored implements ClusterStore {
        @Nullable
        ClusterSize size;

        @Override
        public CompletableFuture<Optional<ClusterSize>> size() {
            return CompletableFuture.completedFuture(Optional.ofNullable(size));
        }

        @Override
        public CompletableFuture<ClusterSize> agree(int expected, int cpMembers) {
            size = new ClusterSize(expected, expected, cpMembers, 1);
            return CompletableFuture.completedFuture(size);
        }

        @Override
        public CompletableFuture<ClusterSize> change(long version, int expected, int cpMembers) {
            throw new AssertionError("a start changes nothing");
        }
    }

    private final Stored store = new Stored();

    @Test
    void the_first_member_says_it() {
        assertThat(AgreedSize.of(store, ONE, null)).isEqualTo(new ClusterSize(1, 1, 0, 1));
        store.size = null;
        assertThat(AgreedSize.of(store, ONE, 5)).isEqualTo(new ClusterSize(5, 5, 5, 1));
    }

    @Test
    void later_ones_take_what_stands() {
        store.size = new ClusterSize(5, 3, 3, 2);
        assertThat(AgreedSize.of(store, ONE, null)).isEqualTo(store.size);
        assertThat(AgreedSize.of(store, ONE, 5)).isEqualTo(store.size);
        assertThat(AgreedSize.of(store, ONE, 3))
                .as("the setting may follow the change later")
                .isEqualTo(store.size);
    }

    @Test
    void who_says_something_else_is_refused() {
        store.size = new ClusterSize(5, 3, 3, 2);
        assertThatThrownBy(() -> AgreedSize.of(store, ONE, 7))
                .isInstanceOf(StartException.class)
                .hasMessage("carillon.cluster.expected-size=7 differs from the cluster's, which is 5: set it to that,"
                        + " leave it away, or change the cluster's with PUT /cluster/size");
    }
}
