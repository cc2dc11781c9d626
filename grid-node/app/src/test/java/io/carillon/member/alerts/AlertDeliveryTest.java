package io.carillon.member.alerts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.carillon.domain.alert.PostOutcome;
import io.carillon.domain.alert.Webhook;
import io.carillon.domain.store.AlertStore;
import io.carillon.engine.alert.AlertEvents;
import io.carillon.engine.alert.AlertLoop;
import io.carillon.engine.alert.AlertSettings;
import io.carillon.engine.time.StoreTime;
import io.carillon.persistence.DurableStore;
import io.carillon.persistence.embedded.EmbeddedPostgres;
import io.carillon.persistence.embedded.EmbeddedPostgresSettings;
import io.carillon.persistence.jdbc.StoreSettings;
import io.carillon.worker.http.CidrBlock;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From the row that a death leaves to the owner's endpoint, over a real database and real HTTP. */
@Tag("postgres")
class AlertDeliveryTest {

    private static final UUID RUN = UUID.fromString("01890000-0000-8000-8000-000000000001");

    private final EmbeddedPostgres server;
    private final DurableStore store;
    private final StoreTime time;
    private final HookServer hook = new HookServer();
    private final WebhookPost post;

    AlertDeliveryTest(@TempDir Path folder) {
        server = EmbeddedPostgres.start(EmbeddedPostgresSettings.in(folder));
        store = DurableStore.open(StoreSettings.of(server.jdbcUrl(), server.username(), server.password()));
        store.migrate();
        time = StoreTime.start(store.referenceClock());
        post = new WebhookPost(List.of(CidrBlock.parse("127.0.0.0/8")), AlertSettings.DEFAULT.underWayMax(), time);
    }

    @AfterEach
    void close() {
        post.close();
        hook.close();
        time.close();
        store.close();
        server.close();
    }

    @Test
    void each_alert_arrives_also_when_the_endpoint_fails_first_and_the_member_is_replaced() throws SQLException {
        store.webhooks().save(new Webhook("acme", hook.url(), "whsec_s", 1), new UUID(0, 1), time.now());
        hook.status = 500;
        for (int version = 1; version <= 20; version++) {
            die("acme", version);
        }
        die("nobody", 1);
        AlertStore outbox = store.alerts();

        AlertLoop first = loop(outbox);
        await().atMost(Duration.ofSeconds(60)).until(() -> {
            first.step();
            return outbox.circuit("acme")
                    .filter(circuit -> circuit.failures() >= 5)
                    .isPresent();
        });
        assertThat(outbox.countWaiting("acme", 100)).isEqualTo(20);
        assertThat(outbox.countWaiting("nobody", 100))
                .as("nobody is to be told")
                .isZero();

        // The endpoint is mended, and nobody waits for the pauses; another member goes on.
        hook.status = 200;
        execute("UPDATE alert_circuits SET closed_until = created FROM (SELECT min(created_at) AS created FROM"
                + " alert_outbox) a");
        execute("UPDATE alert_outbox SET next_try_at = created_at WHERE delivered_at IS NULL");
        hook.received.clear();
        AlertLoop second = loop(outbox);
        await().atMost(Duration.ofSeconds(60)).until(() -> {
            second.step();
            return outbox.countWaiting("acme", 100) == 0;
        });

        assertThat(hook.received.stream()
                        .map(received -> received.header("Carillon-alert-id"))
                        .distinct())
                .hasSize(20);
        assertThat(hook.received)
                .allSatisfy(received -> assertThat(received.body()).contains("\"run_id\":\"" + RUN + "\""));
        assertThat(outbox.circuit("acme")).isEmpty();
    }

    private AlertLoop loop(AlertStore outbox) {
        return new AlertLoop(outbox, post, time, new Silent(), AlertSettings.DEFAULT, () -> {});
    }

    private void die(String owner, int version) throws SQLException {
        execute("INSERT INTO alert_outbox (run_id, job_id, owner_id, run_version, reason, created_at, next_try_at)"
                + " VALUES ('" + RUN + "', '" + RUN + "', '" + owner + "', "
                + (owner.hashCode() % 1_000 * 1_000L + version)
                + ", 'retries_exhausted', '" + time.now() + "', '" + time.now() + "')");
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = store.maintenance().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static final class Silent implements AlertEvents {
        @Override
        public void delivered() {}

        @Override
        public void failed(PostOutcome.Kind why) {}

        @Override
        public void givenUp() {}

        @Override
        public void dropped(int alerts) {}
    }
}
