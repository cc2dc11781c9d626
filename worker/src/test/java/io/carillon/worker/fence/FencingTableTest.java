package io.carillon.worker.fence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.carillon.persistence.embedded.EmbeddedPostgres;
import io.carillon.persistence.embedded.EmbeddedPostgresSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;

/** Attempts of one run that write to one table, in every order that a lost lease can bring about. */
@Tag("postgres")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FencingTableTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final FencingTable fences = new FencingTable();
    private final PGSimpleDataSource source = new PGSimpleDataSource();
    private EmbeddedPostgres server;

    @BeforeAll
    void start_postgres(@TempDir Path folder) throws Exception {
        // The server's account must be able to enter.
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        server = EmbeddedPostgres.start(EmbeddedPostgresSettings.in(folder.resolve("postgres"))
                .withBinaries(Path.of("target", "postgres-programs")));
        source.setUrl(server.jdbcUrl());
        source.setUser(server.username());
        source.setPassword(server.password());
        execute(fences.ddl());
        execute("CREATE TABLE effects (run text, token bigint)");
    }

    @AfterAll
    void stop_postgres() {
        server.close();
    }

    @BeforeEach
    void forget_everything() throws SQLException {
        execute("TRUNCATE carillon_fencing, effects");
    }

    @Test
    void tokens_may_rise_and_repeat() throws Exception {
        for (long token : List.of(5L, 5L, 9L, 9L)) {
            write(new FencedAttempt("run", token));
        }

        assertThat(effects()).containsExactly("5", "5", "9", "9");
    }

    @Test
    void older_token_is_refused_and_writes_nothing() throws Exception {
        write(new FencedAttempt("run", 9));

        assertThatThrownBy(() -> write(new FencedAttempt("run", 5)))
                .isInstanceOfSatisfying(StaleTokenException.class, refused -> {
                    assertThat(refused.token()).isEqualTo(5);
                    assertThat(refused.highestToken()).isEqualTo(9);
                });
        assertThat(effects()).containsExactly("9");
    }

    @Test
    void each_resource_has_its_own_tokens() throws Exception {
        write(new FencedAttempt("one", 9));
        write(new FencedAttempt("other", 5));

        assertThat(effects()).containsExactly("9", "5");
    }

    @Test
    void rollback_gives_the_token_back() throws Exception {
        try (Connection newer = begin()) {
            fences.claim(newer, new FencedAttempt("run", 9));
            newer.rollback();
        }

        write(new FencedAttempt("run", 5));

        assertThat(effects()).containsExactly("5");
    }

    @Test
    void older_attempt_that_waited_for_a_newer_one_is_refused() throws Exception {
        try (Connection newer = begin()) {
            fences.claim(newer, new FencedAttempt("run", 9));
            CompletableFuture<Void> older = inBackground(new FencedAttempt("run", 5));
            awaitOneWaiting();
            newer.commit();

            assertThatThrownBy(older::join).hasCauseInstanceOf(StaleTokenException.class);
        }
        assertThat(effects()).isEmpty();
    }

    @Test
    void older_attempt_goes_on_if_the_newer_one_it_waited_for_rolls_back() throws Exception {
        write(new FencedAttempt("run", 4));
        try (Connection newer = begin()) {
            fences.claim(newer, new FencedAttempt("run", 9));
            CompletableFuture<Void> older = inBackground(new FencedAttempt("run", 5));
            awaitOneWaiting();
            newer.rollback();

            older.join();
        }
        assertThat(effects()).containsExactly("4", "5");
    }

    @Test
    void newer_attempt_waits_for_what_an_older_one_has_begun() throws Exception {
        try (Connection older = begin()) {
            fences.claim(older, new FencedAttempt("run", 5));
            CompletableFuture<Void> newer = inBackground(new FencedAttempt("run", 9));
            awaitOneWaiting();
            insert(older, 5);
            older.commit();

            newer.join();
        }
        assertThat(effects()).containsExactly("5", "9");
    }

    @Test
    void of_many_attempts_at_once_tokens_are_committed_in_rising_order() throws Exception {
        List<CompletableFuture<Void>> attempts = new ArrayList<>();
        for (long token : List.of(3L, 1L, 7L, 2L, 8L, 5L, 6L, 4L)) {
            attempts.add(inBackground(new FencedAttempt("run", token)));
        }
        int refused = 0;
        for (CompletableFuture<Void> attempt : attempts) {
            try {
                attempt.join();
            } catch (RuntimeException e) {
                assertThat(e).hasCauseInstanceOf(StaleTokenException.class);
                refused++;
            }
        }

        List<Long> committed = effects().stream().map(Long::valueOf).toList();
        assertThat(committed).isSorted().endsWith(8L).hasSize(attempts.size() - refused);
    }

    @Test
    void connection_is_given_back_as_it_was() throws Exception {
        try (Connection connection = source.getConnection()) {
            new FencedTransaction(new OneConnection(connection), fences)
                    .call(new FencedAttempt("run", 5), used -> "done");

            assertThat(connection.getAutoCommit()).isTrue();
        }
    }

    @Test
    void failed_work_leaves_nothing_behind() throws Exception {
        FencedTransaction transaction = new FencedTransaction(source, fences);

        assertThatThrownBy(() -> transaction.call(new FencedAttempt("run", 5), connection -> {
                    insert(connection, 5);
                    throw new IllegalStateException("no");
                }))
                .isInstanceOf(IllegalStateException.class);

        assertThat(effects()).isEmpty();
        write(new FencedAttempt("run", 4));
        assertThat(effects()).containsExactly("4");
    }

    @Test
    void auto_commit_guards_nothing_and_is_refused() throws SQLException {
        try (Connection connection = source.getConnection()) {
            assertThatThrownBy(() -> fences.claim(connection, "run", 5)).isInstanceOf(IllegalStateException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Fences", "fences; DROP TABLE effects", "a.b.c", "\"fences\""})
    void name_that_would_have_to_be_quoted_is_refused(String name) {
        assertThatThrownBy(() -> new FencingTable(name)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void table_may_have_a_name_and_a_schema_of_its_own() throws Exception {
        FencingTable own = new FencingTable("app.seen_tokens");
        execute("CREATE SCHEMA app");
        execute(own.ddl());
        try (Connection connection = begin()) {
            own.claim(connection, "run", 5);
            connection.commit();
        }

        assertThat(column("SELECT token FROM app.seen_tokens")).containsExactly("5");
    }

    private void write(FencedAttempt attempt) throws Exception {
        new FencedTransaction(source, fences).call(attempt, connection -> {
            insert(connection, attempt.fencingToken());
            return null;
        });
    }

    private CompletableFuture<Void> inBackground(FencedAttempt attempt) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try (Connection connection = begin()) {
                fences.claim(connection, attempt);
                insert(connection, attempt.fencingToken());
                connection.commit();
                done.complete(null);
            } catch (Throwable e) {
                done.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return done.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    private void awaitOneWaiting() {
        await().atMost(PATIENCE)
                .until(() -> column("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
                        .contains("1"));
    }

    private Connection begin() throws SQLException {
        Connection connection = source.getConnection();
        connection.setAutoCommit(false);
        return connection;
    }

    private static void insert(Connection connection, long token) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO effects VALUES ('run', " + token + ")");
        }
    }

    /** In the order in which they were written: nothing is ever deleted here, and rows are added at the end. */
    private List<String> effects() throws SQLException {
        return column("SELECT token FROM effects ORDER BY ctid");
    }

    private List<String> column(String sql) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> values = new ArrayList<>();
            while (rows.next()) {
                values.add(String.valueOf(rows.getString(1)));
            }
            return values;
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
