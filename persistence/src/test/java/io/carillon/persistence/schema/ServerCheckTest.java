package io.carillon.persistence.schema;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.carillon.persistence.fixture.PostgresExtension;
import io.carillon.persistence.fixture.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.postgresql.ds.PGSimpleDataSource;

@Tag("postgres")
@ExtendWith(PostgresExtension.class)
class ServerCheckTest {

    private final TestDatabase database;

    ServerCheckTest(TestDatabase database) {
        this.database = database;
    }

    @Test
    void a_server_of_ones_own_is_usable() {
        assertThatCode(() -> ServerCheck.requireUsable(database.dataSource())).doesNotThrowAnyException();
    }

    @Test
    void a_pooler_that_deals_out_sessions_by_transaction_is_refused_with_what_to_do() throws SQLException {
        try (Connection shared = database.dataSource().getConnection()) {
            PGSimpleDataSource pooler = new PGSimpleDataSource() {
                @Override
                public Connection getConnection() {
                    return shared;
                }
            };
            assertThatThrownBy(() -> ServerCheck.requireUsable(pooler))
                    .hasMessageContaining("pool_mode = transaction")
                    .hasMessageContaining("name PostgreSQL itself");
        }
    }
}
