package io.carillon.persistence.read;

import static io.carillon.persistence.fixture.OpenStore.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.store.ClusterSize;
import io.carillon.domain.store.ClusterStore;
import io.carillon.persistence.DurableStore;
import io.carillon.persistence.fixture.PostgresExtension;
import io.carillon.persistence.fixture.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("postgres")
@ExtendWith(PostgresExtension.class)
class PgClusterStoreTest {

    private final TestDatabase database;
    private final DurableStore store;
    private final ClusterStore cluster;

    PgClusterStoreTest(TestDatabase database) {
        this.database = database;
        this.store = DurableStore.open(database.settings());
        this.cluster = store.clusterStore();
    }

    @BeforeEach
    void reset() {
        database.execute(
                "UPDATE cluster_meta SET expected_size = NULL, former_size = NULL, cp_members = NULL, version = 1");
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void the_first_member_says_the_size_and_later_ones_hear_it() {
        assertThat(get(cluster.size())).isEmpty();
        assertThat(get(cluster.agree(3, 3))).isEqualTo(new ClusterSize(3, 3, 3, 2));
        assertThat(get(cluster.agree(5, 5))).isEqualTo(new ClusterSize(3, 3, 3, 2));
        assertThat(get(cluster.size())).contains(new ClusterSize(3, 3, 3, 2));
    }

    @Test
    void a_change_keeps_the_former_size_and_a_stale_one_changes_nothing() {
        long version = get(cluster.agree(3, 3)).version();
        assertThat(get(cluster.change(version, 5, 3))).isEqualTo(new ClusterSize(5, 3, 3, version + 1));
        assertThat(get(cluster.change(version, 7, 7))).isEqualTo(new ClusterSize(5, 3, 3, version + 1));
    }
}
