package io.carillon.benchmarks.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.carillon.persistence.embedded.EmbeddedPostgres;
import io.carillon.persistence.embedded.EmbeddedPostgresSettings;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each peer still does what the benchmark asks of it: an upgrade that breaks this is seen here and not in the measurement. */
@Tag("postgres")
class PeersTest {

    private static final int JOBS = 200;

    @TempDir
    private static Path dir;

    private static EmbeddedPostgres postgres;

    @BeforeAll
    static void startPostgres() {
        postgres = EmbeddedPostgres.start(EmbeddedPostgresSettings.in(dir));
    }

    @AfterAll
    static void stopPostgres() {
        postgres.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "lock-and-fetch | SELECT count(*) FROM scheduled_tasks",
                "fetch | SELECT count(*) FROM scheduled_tasks",
                "jobrunr | SELECT count(*) FROM jobrunr_jobs WHERE state <> 'SUCCEEDED'",
                "quartz | SELECT (SELECT count(*) FROM qrtz_triggers) + (SELECT count(*) FROM qrtz_fired_triggers)",
            })
    void every_job_is_called_once_and_nothing_is_left(String name, String countOfWhatIsLeft) throws Exception {
        String database = "peer_" + name.replace('-', '_');
        postgres.createDatabase(database);
        DatabaseAddress address =
                new DatabaseAddress(postgres.jdbcUrl(database), postgres.username(), postgres.password());
        PeerKind kind = PeerKind.named(name);
        Calls.take();
        try (Peer peer = kind.start(address, Settings.of(kind, ""));
                Connection connection =
                        DriverManager.getConnection(address.jdbcUrl(), address.username(), address.password())) {
            Instant due = Calls.now().plusSeconds(2);
            peer.create(JOBS, due, Duration.ofMillis(1));
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> Calls.count() >= JOBS && count(connection, countOfWhatIsLeft) == 0);
            List<Calls.Call> calls = Calls.take();
            assertThat(calls).hasSize(JOBS);
            assertThat(calls.stream().map(Calls.Call::number)).doesNotHaveDuplicates();
            long first = Calls.micros(due) / 1_000;
            assertThat(calls)
                    .allSatisfy(call -> assertThat(call.dueMicros() / 1_000).isEqualTo(first + call.number()));
        }
    }

    private static long count(Connection connection, String query) throws Exception {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }
}
