package io.carillon.engine.grid.lease;

import static io.carillon.engine.grid.GridFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstance;
import io.carillon.domain.id.RunId;
import io.carillon.engine.grid.GridFixture;
import io.carillon.engine.grid.HandTime;
import io.carillon.engine.grid.Samples;
import io.carillon.engine.port.Attempt;
import io.carillon.engine.port.Leases.Lease;
import io.carillon.engine.port.Leases.Renewal;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Two members; each test uses shards of its own, so that some leases lie on either. */
@Tag("grid")
@TestInstance(Lifecycle.PER_CLASS)
class GridLeasesTest {

    private final GridFixture fixture = new GridFixture(1);
    private final HandTime time = new HandTime();
    private final List<Attempt> expired = new CopyOnWriteArrayList<>();
    private HazelcastInstance firstGrid;
    private GridLeases first;
    private GridLeases second;

    @BeforeAll
    void start() {
        firstGrid = fixture.start();
        first = new GridLeases(firstGrid, time, new SimpleMeterRegistry(), expired::add);
        second = new GridLeases(fixture.start(), time, new SimpleMeterRegistry(), expired::add);
    }

    @AfterAll
    void stop() {
        fixture.close();
    }

    private Instant in(int seconds) {
        return time.now().plusSeconds(seconds);
    }

    private static List<RunId> runs(int fromShard, int count) {
        return IntStream.range(fromShard, fromShard + count)
                .mapToObj(shard -> Samples.runOf(Samples.jobOf(shard, 0)))
                .toList();
    }

    private static <T> T now(CompletableFuture<T> future) {
        return future.orTimeout(10, TimeUnit.SECONDS).join();
    }

    /** Granting is best effort and does not say when it is done. */
    private void grant(List<RunId> runs, Lease lease) {
        Map<RunId, Lease> leases = new HashMap<>();
        runs.forEach(run -> leases.put(run, lease));
        first.grant(leases);
        eventually().untilAsserted(() -> assertThat(now(first.lookUp(runs))).isEqualTo(leases));
    }

    @Test
    void leases_are_found_from_every_member() {
        List<RunId> runs = runs(0, 20);
        Lease lease = new Lease(7, in(60), "worker-1");
        grant(runs, lease);

        assertThat(now(second.lookUp(runs))).hasSize(20).containsValue(lease);
        assertThat(now(second.lookUp(runs(20, 5)))).isEmpty();
        assertThat(now(second.lookUp(List.of()))).isEmpty();
    }

    @Test
    void a_renewal_extends_what_carries_its_token_and_names_the_rest() {
        List<RunId> runs = runs(30, 10);
        grant(runs.subList(0, 8), new Lease(7, in(60), "worker-1"));
        List<Renewal> renewals = runs.stream()
                .map(run -> new Renewal(run, run.equals(runs.get(0)) ? 6 : 7))
                .toList();

        assertThat(now(second.renew(renewals, in(90)))).isEqualTo(Set.of(runs.get(0), runs.get(8), runs.get(9)));

        assertThat(now(first.lookUp(runs.subList(1, 8)))).hasSize(7).containsValue(new Lease(7, in(90), "worker-1"));
        assertThat(now(first.lookUp(runs.subList(0, 1)))).containsValue(new Lease(7, in(60), "worker-1"));
    }

    @Test
    void a_late_renewal_does_not_shorten() {
        List<RunId> runs = runs(41, 1);
        grant(runs, new Lease(7, in(60), "worker-1"));
        assertThat(now(first.renew(List.of(new Renewal(runs.get(0), 7)), in(30))))
                .isEmpty();
        assertThat(now(first.lookUp(runs))).containsValue(new Lease(7, in(60), "worker-1"));
    }

    @Test
    void a_late_grant_of_an_earlier_attempt_changes_nothing() {
        List<RunId> runs = runs(50, 2);
        grant(runs, new Lease(7, in(60), "worker-1"));
        first.grant(
                Map.of(runs.get(0), new Lease(6, in(99), "worker-0"), runs.get(1), new Lease(8, in(99), "worker-2")));

        eventually()
                .untilAsserted(() -> assertThat(now(first.lookUp(runs)))
                        .containsEntry(runs.get(0), new Lease(7, in(60), "worker-1"))
                        .containsEntry(runs.get(1), new Lease(8, in(99), "worker-2")));
    }

    @Test
    void released_leases_are_gone() {
        List<RunId> runs = runs(60, 10);
        grant(runs, new Lease(7, in(60), "worker-1"));
        second.release(runs);
        eventually().untilAsserted(() -> assertThat(now(first.lookUp(runs))).isEmpty());
    }

    @Test
    void an_entry_outlives_its_lease_a_little_and_its_end_is_told_once() {
        List<RunId> runs = runs(80, 2);
        grant(runs.subList(0, 1), new Lease(7, in(1), "worker-1"));
        grant(runs.subList(1, 2), new Lease(7, in(60), "worker-1"));

        eventually().until(() -> !expired.isEmpty());

        assertThat(expired).containsExactly(new Attempt(runs.get(0), 7));
        assertThat(now(first.lookUp(runs))).containsOnlyKeys(runs.get(1));
    }

    @Test
    void what_has_expired_is_taken_out_and_cannot_be_renewed_any_more() {
        List<RunId> runs = runs(100, 10);
        grant(runs.subList(0, 5), new Lease(7, in(60), "worker-1"));
        grant(runs.subList(5, 9), new Lease(7, in(61), "worker-1"));

        assertThat(now(second.takeExpired(runs, in(60)))).containsOnlyKeys(runs.subList(0, 9));
        assertThat(now(second.takeExpired(runs, in(60)))).containsOnlyKeys(runs.subList(5, 9));

        List<Renewal> renewals = runs.stream().map(run -> new Renewal(run, 7)).toList();
        assertThat(now(first.renew(renewals, in(120))))
                .containsExactlyInAnyOrder(
                        runs.get(0), runs.get(1), runs.get(2), runs.get(3), runs.get(4), runs.get(9));
        assertThat(now(first.lookUp(runs))).containsOnlyKeys(runs.subList(5, 9));
    }
}
