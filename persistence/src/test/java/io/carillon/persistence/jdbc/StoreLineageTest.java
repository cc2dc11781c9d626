package io.carillon.persistence.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.persistence.fixture.PostgresExtension;
import io.carillon.persistence.fixture.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Rows that come from another database than they say raise the floor of fencing tokens, once. */
@Tag("postgres")
@ExtendWith(PostgresExtension.class)
class StoreLineageTest {

    private static final StoreIdentity ORIGINAL = new StoreIdentity("7000000000000000001", 1);

    private final TestDatabase database;

    StoreLineageTest(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void forget() throws SQLException {
        database.execute("UPDATE cluster_meta SET system_identifier = NULL, timeline = NULL");
        database.execute("UPDATE fence_floor SET hi = 100");
        assertThat(settle(ORIGINAL)).as("a new database").isFalse();
    }

    @Test
    void the_same_database_keeps_its_floor() throws SQLException {
        assertThat(settle(ORIGINAL)).isFalse();
        assertThat(floor()).isEqualTo(100);
    }

    @Test
    void another_timeline_raises_the_floor_once() throws SQLException {
        StoreIdentity promoted = new StoreIdentity(ORIGINAL.systemIdentifier(), 2);
        assertThat(settle(promoted)).isTrue();
        assertThat(settle(promoted)).as("by the next member").isFalse();
        assertThat(floor()).isEqualTo(100 + StoreLineage.FLOOR_JUMP);
    }

    @Test
    void another_system_raises_the_floor() throws SQLException {
        assertThat(settle(new StoreIdentity("7000000000000000002", 1))).isTrue();
        assertThat(floor()).isEqualTo(100 + StoreLineage.FLOOR_JUMP);
    }

    private boolean settle(StoreIdentity now) throws SQLException {
        try (Connection connection = database.dataSource().getConnection()) {
            return StoreLineage.settle(connection, now);
        }
    }

    private long floor() {
        return database.number("SELECT hi FROM fence_floor");
    }
}
