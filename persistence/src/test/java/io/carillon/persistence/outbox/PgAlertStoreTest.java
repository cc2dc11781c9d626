package io.carillon.persistence.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.alert.Alert;
import io.carillon.domain.alert.Circuit;
import io.carillon.domain.alert.Webhook;
import io.carillon.domain.job.Job;
import io.carillon.domain.run.AttemptError;
import io.carillon.domain.store.AlertStore;
import io.carillon.domain.store.AlertStore.Waiting;
import io.carillon.domain.store.Webhooks;
import io.carillon.persistence.fixture.Deaths;
import io.carillon.persistence.fixture.OpenStore;
import io.carillon.persistence.fixture.PostgresExtension;
import io.carillon.persistence.fixture.Samples;
import io.carillon.persistence.fixture.TestDatabase;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("postgres")
@ExtendWith(PostgresExtension.class)
class PgAlertStoreTest {

    private static final Instant NOW = Samples.NOW.plusSeconds(3_600);
    private static final Instant LATER = NOW.plusSeconds(60);

    private final Samples samples = new Samples(61);
    private final OpenStore open;
    private final Deaths deaths;
    private final AlertStore alerts;
    private final Webhooks webhooks;

    PgAlertStoreTest(TestDatabase database) {
        this.open = new OpenStore(database);
        this.deaths = new Deaths(open, samples);
        this.alerts = open.store().alerts();
        this.webhooks = open.store().webhooks();
        database.execute("TRUNCATE owners, alert_circuits");
    }

    @AfterEach
    void close() {
        open.close();
    }

    @Test
    void a_death_is_in_the_outbox_with_all_that_is_told_of_it() {
        Job job = deaths.job("acme");
        deaths.die(job);

        Alert alert = alerts.take("acme", NOW, LATER, 10).get(0);

        assertThat(alert.jobId()).isEqualTo(job.id());
        assertThat(alert.jobName()).isEqualTo("job");
        assertThat(alert.pool()).isEqualTo("default");
        assertThat(alert.nominalAt()).isEqualTo(job.nextNominalAt());
        assertThat(alert.attempt()).isEqualTo(1);
        assertThat(alert.reason()).isEqualTo("retries_exhausted");
        assertThat(alert.lastError()).isEqualTo(new AttemptError("Boom", "it broke", "at Boom"));
        assertThat(alert.diedAt())
                .isEqualTo(Objects.requireNonNull(job.nextNominalAt()).plusSeconds(1));
        assertThat(alert.tries()).isEqualTo(1);
    }

    @Test
    void what_one_has_taken_nobody_else_takes_until_its_time_is_over() {
        die("acme", 3);
        assertThat(alerts.take("acme", NOW, LATER, 2)).hasSize(2);
        assertThat(alerts.take("acme", NOW, LATER, 2)).hasSize(1);
        assertThat(alerts.take("acme", LATER.minusSeconds(1), LATER, 10)).isEmpty();
        assertThat(alerts.take("acme", LATER, LATER.plusSeconds(60), 10))
                .hasSize(3)
                .allSatisfy(alert -> assertThat(alert.tries()).isEqualTo(2));
    }

    @Test
    void owners_with_something_due_come_in_order_with_webhook_and_circuit() {
        die("a", 2);
        die("b", 1);
        die("c", 1);
        webhooks.save(new Webhook("b", "https://b.example/", "s", 1), samples.writeId(), NOW);
        Alert ofC = alerts.take("c", NOW, NOW, 1).get(0);
        Circuit circuit = new Circuit(1, NOW.minusSeconds(9), NOW, "HTTP 500");
        alerts.again(ofC, NOW, circuit);

        assertThat(alerts.waiting(NOW, "", 10))
                .containsExactly(
                        new Waiting(new Webhook("a", null, null, 0), null),
                        new Waiting(new Webhook("b", "https://b.example/", "s", 1), null),
                        new Waiting(new Webhook("c", null, null, 0), circuit));
        assertThat(alerts.waiting(NOW, "a", 1)).hasSize(1);
        assertThat(alerts.waiting(NOW, "c", 10)).isEmpty();
    }

    @Test
    void an_owner_whose_endpoint_is_closed_or_whose_alerts_wait_is_passed_over() {
        die("closed", 2);
        die("later", 1);
        Alert alert = alerts.take("closed", NOW, LATER, 1).get(0);
        alerts.again(alert, NOW, new Circuit(5, NOW, NOW.plusSeconds(30), "x"));
        alerts.take("later", NOW, LATER, 1);

        assertThat(alerts.waiting(NOW, "", 10)).isEmpty();
        assertThat(alerts.waiting(NOW.plusSeconds(30), "", 10))
                .extracting(waiting -> waiting.webhook().ownerId())
                .containsExactly("closed");
    }

    @Test
    void a_delivered_alert_is_not_taken_again_and_opens_its_endpoint() {
        die("acme", 1);
        Alert alert = alerts.take("acme", NOW, LATER, 1).get(0);
        alerts.again(alert, NOW, new Circuit(3, NOW, NOW, "x"));
        Alert again = alerts.take("acme", NOW, LATER, 1).get(0);
        alerts.delivered(again, NOW);

        assertThat(alerts.circuit("acme")).isEmpty();
        assertThat(alerts.take("acme", LATER, LATER, 1)).isEmpty();
        assertThat(alerts.countWaiting("acme", 10)).isZero();
        assertThat(alerts.forgetDelivered(NOW)).isZero();
        assertThat(alerts.forgetDelivered(LATER)).isEqualTo(1);
    }

    @Test
    void a_late_answer_does_not_move_an_alert_that_was_taken_again() {
        die("acme", 1);
        Alert slow = alerts.take("acme", NOW, LATER, 1).get(0);
        alerts.take("acme", LATER, LATER.plusSeconds(60), 1);
        Circuit circuit = new Circuit(1, NOW, NOW, "x");
        alerts.again(slow, NOW, circuit);
        assertThat(alerts.take("acme", LATER, LATER, 1)).isEmpty();
        assertThat(alerts.givenUp(slow, circuit)).isFalse();
        assertThat(alerts.countWaiting("acme", 10)).isEqualTo(1);
    }

    @Test
    void one_member_probes_a_closed_endpoint() {
        die("acme", 1);
        Alert alert = alerts.take("acme", NOW, LATER, 1).get(0);
        Circuit closed = new Circuit(5, NOW, NOW.plusSeconds(30), "x");
        alerts.again(alert, NOW, closed);
        assertThat(alerts.takeProbe("acme", closed, LATER)).isTrue();
        assertThat(alerts.takeProbe("acme", closed, LATER)).isFalse();
        assertThat(alerts.circuit("acme")).contains(new Circuit(5, NOW, LATER, "x"));
    }

    @Test
    void alerts_are_given_up_and_dropped() {
        die("acme", 3);
        Alert oldest = alerts.take("acme", NOW, LATER, 1).get(0);
        assertThat(alerts.givenUp(oldest, new Circuit(1, NOW, NOW, "x"))).isTrue();
        assertThat(alerts.countWaiting("acme", 10)).isEqualTo(2);
        assertThat(alerts.countWaiting(null, 1)).isEqualTo(1);
        assertThat(alerts.drop("acme", 1)).isEqualTo(1);
        assertThat(alerts.drop("acme", 10)).isEqualTo(1);
        assertThat(alerts.countWaiting(null, 10)).isZero();
    }

    @Test
    void a_webhook_is_written_only_over_the_version_that_was_read() {
        Webhook first = new Webhook("acme", "https://a.example/", "s1", 1);
        assertThat(webhooks.find("acme")).isEqualTo(new Webhook("acme", null, null, 0));
        assertThat(webhooks.save(first, samples.writeId(), NOW)).isTrue();
        assertThat(webhooks.save(first, samples.writeId(), NOW)).isFalse();
        assertThat(webhooks.find("acme")).isEqualTo(first);

        die("acme", 1);
        alerts.again(alerts.take("acme", NOW, LATER, 1).get(0), NOW, new Circuit(9, NOW, LATER, "x"));
        Webhook second = new Webhook("acme", "https://b.example/", "s2", 2);
        assertThat(webhooks.save(second, samples.writeId(), NOW)).isTrue();
        assertThat(webhooks.save(second, samples.writeId(), NOW)).isFalse();
        assertThat(webhooks.find("acme")).isEqualTo(second);
        assertThat(alerts.circuit("acme"))
                .as("another URL deserves another try")
                .isEmpty();

        assertThat(webhooks.save(new Webhook("acme", null, null, 3), samples.writeId(), NOW))
                .isTrue();
        assertThat(webhooks.find("acme")).isEqualTo(new Webhook("acme", null, null, 3));
    }

    private void die(String owner, int times) {
        Job job = deaths.job(owner);
        for (int i = 0; i < times; i++) {
            job = deaths.die(job);
        }
    }
}
