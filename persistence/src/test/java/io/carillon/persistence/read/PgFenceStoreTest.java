package io.carillon.persistence.read;

import static io.carillon.persistence.fixture.OpenStore.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.carillon.domain.store.FenceStore;
import io.carillon.persistence.DurableStore;
import io.carillon.persistence.fixture.PostgresExtension;
import io.carillon.persistence.fixture.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("postgres")
@ExtendWith(PostgresExtension.class)
class PgFenceStoreTest {

    private final TestDatabase database;
    private final DurableStore store;
    private final FenceStore fences;

    PgFenceStoreTest(TestDatabase database) {
        this.database = database;
        this.store = DurableStore.open(database.settings());
        this.fences = store.fenceStore();
    }

    @BeforeEach
    void reset() {
        database.execute("UPDATE fence_floor SET hi = 1");
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void the_floor_rises_and_never_falls() {
        assertThat(get(fences.floor())).isEqualTo(1);
        assertThat(get(fences.raise(10_000))).isEqualTo(10_000);
        assertThat(get(fences.raise(5))).isEqualTo(10_000);
        assertThat(get(fences.floor())).isEqualTo(10_000);
    }

    @Test
    void a_block_begins_at_the_floor_and_lies_below_the_new_one() {
        assertThat(get(fences.takeBlock(100))).isEqualTo(1);
        assertThat(get(fences.takeBlock(100))).isEqualTo(101);
        assertThat(get(fences.floor())).isEqualTo(201);
    }

    @Test
    void blocks_taken_at_once_do_not_overlap() {
        List<CompletableFuture<Long>> blocks = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            blocks.add(fences.takeBlock(10));
        }

        Set<Long> firsts = new HashSet<>();
        blocks.forEach(block -> firsts.add(get(block)));

        assertThat(firsts).hasSize(50).allMatch(first -> first % 10 == 1);
    }

    @Test
    void tokens_stay_below_what_json_can_carry() {
        assertThatThrownBy(() -> get(fences.raise((1L << 53) + 1))).hasStackTraceContaining("fence_floor");
    }

    @Test
    void the_reference_clock_is_the_servers() {
        Instant before = Instant.parse(database.column("SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC',"
                                + " 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')")
                        .get(0)
                + "");

        Instant read = store.referenceClock().read();

        assertThat(Duration.between(before, read)).isBetween(Duration.ZERO, Duration.ofSeconds(30));
    }
}
