package io.carillon.persistence.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.carillon.persistence.fixture.PostgresExtension;
import io.carillon.persistence.fixture.TestDatabase;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.postgresql.PGConnection;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.Oid;

/** A pool of one connection, so that whoever asks next gets the same one, or a new one in its place. */
@Tag("postgres")
@ExtendWith(PostgresExtension.class)
class LentConnectionTest {

    private static final Duration SOCKET_TIMEOUT = Duration.ofSeconds(7);

    private final TestDatabase database;
    private final HikariDataSource pool = new HikariDataSource();

    LentConnectionTest(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void open() {
        pool.setDataSource(database.dataSource());
        pool.setMaximumPoolSize(1);
        pool.setAutoCommit(false);
        pool.setConnectionInitSql("SET search_path = pg_catalog; SET work_mem = '5MB'");
    }

    @AfterEach
    void close() {
        pool.close();
    }

    @Test
    void is_as_a_fresh_one_while_it_is_lent_and_as_before_when_it_is_back() throws SQLException {
        String backend;
        try (Connection lent = lent()) {
            backend = ask(lent, "SELECT pg_backend_pid()");
            assertThat(lent.getAutoCommit()).isTrue();
            assertThat(lent.getNetworkTimeout()).isEqualTo(7_000);
            assertThat(ask(lent, "SHOW search_path")).isEqualTo("ours");
            assertThat(ask(lent, "SHOW work_mem")).isNotEqualTo("5MB");
            assertThat(ask(lent, "SHOW application_name")).isEqualTo("carillon-test");
            assertThat(sendsUuidsInBinary(lent)).isTrue();
            ask(lent, "SELECT set_config('enable_seqscan', 'off', false)");
        }
        try (Connection back = pool.getConnection()) {
            assertThat(ask(back, "SELECT pg_backend_pid()")).isEqualTo(backend);
            assertThat(back.getAutoCommit()).isFalse();
            assertThat(back.getNetworkTimeout()).isZero();
            assertThat(ask(back, "SHOW search_path")).isEqualTo("pg_catalog");
            assertThat(ask(back, "SHOW work_mem")).isEqualTo("5MB");
            assertThat(ask(back, "SHOW enable_seqscan")).isEqualTo("on");
            assertThat(sendsUuidsInBinary(back)).isFalse();
        }
    }

    @Test
    void what_is_aborted_or_broken_never_comes_back() throws SQLException {
        String second;
        Connection aborted = lent();
        second = ask(aborted, "SELECT pg_backend_pid()");
        aborted.abort(Runnable::run);
        assertThat(aborted.isClosed()).isTrue();
        String third;
        try (Connection broken = lent()) {
            third = ask(broken, "SELECT pg_backend_pid()");
            database.execute("SELECT pg_terminate_backend(" + third + ")");
        }
        try (Connection back = pool.getConnection()) {
            assertThat(ask(back, "SELECT pg_backend_pid()")).isNotIn(second, third);
        }
    }

    @Test
    void another_database_than_postgresql_is_refused_with_words() {
        DataSource other = (DataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {DataSource.class},
                (self, method, arguments) -> stranger());
        assertThatThrownBy(() -> new LentConnections(other, "carillon-test", null, SOCKET_TIMEOUT).getConnection())
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("Carillon needs PostgreSQL's own driver");
    }

    @Test
    void a_pool_of_another_kind_is_asked_for_as_many_as_are_needed() throws SQLException {
        DataSource endless = database.dataSource();
        LentPool.requireRoom(endless, 3);
        assertThatThrownBy(() -> LentPool.requireRoom(pool, 1)).hasMessageContaining("at most 1 connections at once");
    }

    /** As pools are that have no limit to a wait unless they are told one. */
    @Test
    void a_pool_that_would_let_us_wait_for_ever_is_refused_with_words_and_gets_back_what_it_gives_late()
            throws SQLException, InterruptedException {
        int most = 2;
        Semaphore room = new Semaphore(most);
        DataSource patient = (DataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DataSource.class}, (self, method, arguments) -> {
                    if (method.getName().equals("isWrapperFor")) {
                        return false;
                    }
                    // Nor does it mind being told to stop.
                    room.acquireUninterruptibly();
                    return releasing(room);
                });
        assertThatThrownBy(() -> LentPool.requireRoom(patient, 3, Duration.ofMillis(50)))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("gives at most 2 connections at once, of which a member keeps 3");
        assertThat(room.tryAcquire(most, 10, TimeUnit.SECONDS)).isTrue();
    }

    /** A connection that can do nothing but go back. */
    private static Object releasing(Semaphore room) {
        return Proxy.newProxyInstance(
                LentConnectionTest.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (self, method, arguments) -> {
                    room.release();
                    return null;
                });
    }

    private Connection lent() throws SQLException {
        return new LentConnections(pool, "carillon-test", "ours", SOCKET_TIMEOUT).getConnection();
    }

    private static boolean sendsUuidsInBinary(Connection connection) throws SQLException {
        BaseConnection driver = (BaseConnection) connection.unwrap(PGConnection.class);
        return driver.binaryTransferSend(Oid.UUID_ARRAY);
    }

    private static String ask(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }

    /** A connection that knows nothing but the name of its driver. */
    private static Object stranger() {
        return Proxy.newProxyInstance(
                LentConnectionTest.class.getClassLoader(),
                new Class<?>[] {Connection.class, java.sql.DatabaseMetaData.class},
                (self, method, arguments) -> switch (method.getName()) {
                    case "isWrapperFor" -> false;
                    case "getMetaData" -> self;
                    case "getDriverName" -> "another";
                    default -> null;
                });
    }
}
