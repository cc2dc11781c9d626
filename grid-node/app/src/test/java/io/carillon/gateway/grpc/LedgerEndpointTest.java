package io.carillon.gateway.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.carillon.client.CarillonClient;
import io.carillon.client.CarillonException;
import io.carillon.client.JobLedger;
import io.carillon.client.RunExplanation;
import io.carillon.client.RunStatus;
import io.carillon.client.TimeExplanation;
import io.carillon.domain.access.Principal;
import io.carillon.engine.schedule.ScheduleReader;
import io.carillon.gateway.api.FixedTime;
import io.carillon.gateway.api.History;
import io.carillon.gateway.api.LedgerDesk;
import io.carillon.gateway.api.RunExplainer;
import io.carillon.gateway.api.Samples;
import io.carillon.gateway.api.StoredLedger;
import io.carillon.gateway.api.StoredRows;
import io.carillon.gateway.api.StoredSurroundings;
import io.carillon.gateway.api.TimeExplainer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The ledger over gRPC, asked by the Java client. */
class LedgerEndpointTest {

    private static final Instant FROM = Instant.parse("2026-02-22T00:00:00Z");
    private static final Instant TO = Instant.parse("2026-02-27T00:00:00Z");

    private final FixedTime time = new FixedTime();
    private final StoredLedger stored = new StoredLedger();
    private final StoredRows rows = new StoredRows();
    private final StoredSurroundings grid = new StoredSurroundings();
    private final ExecutorService queries = Executors.newSingleThreadExecutor();
    private final Wire wire = new Wire(new LedgerEndpoint(
            new LedgerDesk(stored, new ScheduleReader(), Duration.ofDays(30), time),
            new RunExplainer(new History(rows, time), grid::live, grid, time),
            new TimeExplainer(stored, new ScheduleReader(), time),
            () -> Principal.ANONYMOUS,
            queries));
    private final CarillonClient client =
            CarillonClient.builder().target("127.0.0.1:" + wire.port()).build();

    @AfterEach
    void close() throws InterruptedException {
        client.close();
        wire.close();
        queries.shutdownNow();
    }

    @Test
    void the_same_as_over_rest() {
        JobLedger ledger = client.getLedger(Samples.FULL.value(), FROM, TO, null);
        assertThat(ledger.expected()).isEqualTo(5);
        assertThat(ledger.unaccounted()).isEqualTo(1);
        assertThat(ledger.to()).isEqualTo(TO);
        assertThat(ledger.plannedThrough()).isEqualTo(StoredLedger.PLANNED);
        assertThat(ledger.runs())
                .contains(new JobLedger.Entry(
                        Instant.parse("2026-02-24T09:00:00Z"),
                        StoredLedger.runId(24).value(),
                        RunStatus.QUEUED));
        assertThat(ledger.skips())
                .containsExactly(new JobLedger.Skip(
                        Instant.parse("2026-02-22T09:00:00Z"),
                        Instant.parse("2026-02-23T09:00:00Z"),
                        2,
                        "misfire",
                        false));
        assertThat(ledger.discrepancies())
                .containsExactly(new JobLedger.Discrepancy("missing", Instant.parse("2026-02-26T09:00:00Z"), 1));
        assertThat(ledger.nextCursor()).isNull();
    }

    @Test
    void a_run_is_explained() {
        rows.runs.add(Samples.waiting());
        RunExplanation why = client.explainRun(Samples.WAITING.value());
        assertThat(why.reason()).isEqualTo("not_due");
        assertThat(why.until()).isEqualTo(Samples.waiting().run().dueAt());
        assertThat(why.status()).isEqualTo(RunStatus.SCHEDULED);
        assertThat(why.workerConnected()).isNull();
    }

    @Test
    void a_time_is_explained() {
        TimeExplanation gap = client.explainTime(Samples.FULL.value(), LocalDateTime.parse("2026-03-29T02:30"));
        assertThat(gap.at()).isNull();
        assertThat(gap.unmatched()).containsExactly("minute", "hour");
        TimeExplanation paused = client.explainTime(Samples.FULL.value(), Instant.parse("2026-03-28T09:00:00Z"));
        assertThat(paused.reason()).isEqualTo("paused");
        assertThat(paused.local()).isEqualTo(LocalDateTime.parse("2026-03-28T10:00"));
        assertThat(paused.nextAt()).isEqualTo(Instant.parse("2026-03-29T08:00:00Z"));
        assertThatThrownBy(() ->
                        client.async().explainTime(Samples.FULL.value(), "soon").join())
                .hasCauseInstanceOf(CarillonException.Invalid.class);
    }

    @Test
    void what_is_wrong_is_named() {
        assertThatThrownBy(() -> client.getLedger(Samples.FULL.value(), TO, FROM, null))
                .isInstanceOf(CarillonException.Invalid.class)
                .hasMessageContaining("to");
        assertThatThrownBy(() -> client.getLedger(Samples.FULL.value(), null, null, "made-up"))
                .isInstanceOf(CarillonException.Invalid.class)
                .hasMessageContaining("cursor");
        assertThatThrownBy(() -> client.getLedger(new UUID(1, 2), null, null, null))
                .isInstanceOf(CarillonException.NotFound.class);
    }
}
