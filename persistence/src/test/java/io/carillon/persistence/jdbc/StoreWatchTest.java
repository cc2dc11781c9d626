package io.carillon.persistence.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.carillon.persistence.embedded.EmbeddedPostgres;
import io.carillon.persistence.embedded.EmbeddedPostgresSettings;
import io.carillon.persistence.fixture.Folders;
import io.carillon.persistence.fixture.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A server that dies, comes back, and comes back as another one. */
@Tag("postgres")
class StoreWatchTest {

    private static final Duration SOON = Duration.ofSeconds(30);

    private Path folder = Path.of("");
    private EmbeddedPostgresSettings settings = EmbeddedPostgresSettings.in(folder);
    private EmbeddedPostgres server;
    private Pools pools;

    @BeforeEach
    void start() {
        folder = Folders.temporary("carillon-watch-");
        settings = EmbeddedPostgresSettings.in(folder).withBinaries(Folders.programs());
        server = EmbeddedPostgres.start(settings);
        settings = settings.withPort(server.port());
        pools = new Pools(new TestDatabase(server.jdbcUrl(), server.username(), server.password()).settings());
    }

    @AfterEach
    void stop() {
        pools.close();
        server.close();
        Folders.delete(folder);
    }

    @Test
    void while_the_database_is_away_nobody_waits_for_a_connection_and_then_it_is_used_again() throws SQLException {
        use();
        server.kill();
        await().atMost(SOON).until(() -> pools.watch().away() != null);
        assertThatThrownBy(this::use)
                .as("not the pool's own words, which come after its patience")
                .hasMessageStartingWith("PostgreSQL does not answer: ");

        server = EmbeddedPostgres.start(settings);
        await().atMost(SOON).ignoreExceptions().untilAsserted(this::use);
        assertThat(pools.watch().away()).isNull();
    }

    @Test
    void a_standby_is_not_used_and_once_promoted_only_after_memory_was_dropped() throws Exception {
        // Without it nobody can follow this server's log, not even itself.
        database().execute("ALTER SYSTEM SET wal_level = replica");
        server.close();
        server = EmbeddedPostgres.start(settings);
        await().atMost(SOON).ignoreExceptions().untilAsserted(this::use);
        StoreIdentity first = identity();
        List<StoreIdentity> dropped = new CopyOnWriteArrayList<>();
        CountDownLatch drop = new CountDownLatch(1);
        pools.watch().onReplaced((before, now, database) -> {
            dropped.add(before);
            awaitUninterrupted(drop);
            dropped.add(StoreIdentity.read(database));
        });

        server.close();
        becomeStandby();
        server = EmbeddedPostgres.start(settings);
        await().atMost(SOON)
                .until(() -> String.valueOf(pools.watch().away()).contains("is a standby or still recovering"));
        assertThatThrownBy(this::use).hasMessageContaining("takes no writes");

        database().execute("SELECT pg_promote()");
        await().atMost(SOON).until(() -> !dropped.isEmpty());
        assertThatThrownBy(this::use).hasMessageContaining("another database has taken the place");

        drop.countDown();
        await().atMost(SOON).ignoreExceptions().untilAsserted(this::use);
        assertThat(dropped).containsExactly(first, new StoreIdentity(first.systemIdentifier(), first.timeline() + 1));
    }

    @Test
    void a_name_that_moves_while_the_old_database_lives_on_never_mixes_the_two() throws Exception {
        Path otherFolder = Folders.temporary("carillon-watch-");
        try (EmbeddedPostgres other = EmbeddedPostgres.start(
                        EmbeddedPostgresSettings.in(otherFolder).withBinaries(Folders.programs()));
                MovingName name = new MovingName(server.port())) {
            new TestDatabase(other.jdbcUrl(), other.username(), other.password())
                    .execute("ALTER ROLE " + server.username() + " PASSWORD '" + server.password() + "'");
            StoreIdentity first = identity();
            List<StoreIdentity> dropped = new CopyOnWriteArrayList<>();
            TestDatabase named = new TestDatabase(
                    server.jdbcUrl().replace(":" + server.port() + "/", ":" + name.port() + "/"),
                    server.username(),
                    server.password());
            try (Pools moving = new Pools(named.settings())) {
                moving.watch().onReplaced((before, now, database) -> dropped.add(before));
                await().atMost(SOON)
                        .ignoreExceptions()
                        .untilAsserted(() -> moving.writes().getConnection().close());
                Connection inUse = moving.writes().getConnection();
                name.moveTo(other.port());
                database()
                        .execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                                + " WHERE application_name = 'carillon-clock'");

                await().atMost(SOON)
                        .until(() -> String.valueOf(moving.watch().away()).contains("another database"));
                assertThat(StoreIdentity.read(inUse)).isEqualTo(first);
                assertThat(dropped)
                        .as("while a connection to the old one is in use")
                        .isEmpty();
                inUse.close();

                await().atMost(SOON).until(() -> moving.watch().away() == null);
                assertThat(dropped).containsExactly(first);
                List<Connection> all = new ArrayList<>();
                for (int i = 0; i < named.settings().writers(); i++) {
                    all.add(moving.writes().getConnection());
                }
                for (Connection one : all) {
                    assertThat(StoreIdentity.read(one)).isNotEqualTo(first);
                    one.close();
                }
            }
        } finally {
            Folders.delete(otherFolder);
        }
    }

    private TestDatabase database() {
        return new TestDatabase(server.jdbcUrl(), server.username(), server.password());
    }

    private void use() throws SQLException {
        try (Connection connection = pools.writes().getConnection()) {
            assertThat(connection.isValid(5)).isTrue();
        }
    }

    private StoreIdentity identity() throws SQLException {
        try (Connection connection = pools.reads().getConnection()) {
            return StoreIdentity.read(connection);
        }
    }

    private void becomeStandby() throws IOException {
        try (var files = Files.walk(folder)) {
            Path version = files.filter(file -> file.endsWith("PG_VERSION"))
                    .min((a, b) -> a.getNameCount() - b.getNameCount())
                    .orElseThrow();
            Files.createFile(version.resolveSibling("standby.signal"));
        }
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
