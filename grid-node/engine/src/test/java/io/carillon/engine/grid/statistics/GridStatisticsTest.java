package io.carillon.engine.grid.statistics;

import static io.carillon.engine.grid.GridFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.jet.Job;
import com.hazelcast.jet.core.JobStatus;
import io.carillon.domain.time.TimeSource;
import io.carillon.engine.grid.GridFixture;
import io.carillon.engine.statistics.Seen;
import io.carillon.engine.statistics.StatBatch;
import io.carillon.engine.statistics.StatKey;
import io.carillon.engine.statistics.StatWindow;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The pipeline on members of a mock network, under the product's own serialization filter. */
@Tag("grid")
class GridStatisticsTest {

    private static final StatKey POOL = StatKey.pool("p");
    private static final StatKey JOB = StatKey.job("j");

    private final GridFixture fixture = new GridFixture(1);
    private final List<Node> nodes = new ArrayList<>();
    private final Clock clock = new Clock();

    private record Node(HazelcastInstance grid, GridStatistics statistics, MeterRegistry meters) {

        double count(String name, String tag, String value) {
            return meters.get("carillon.statistics." + name)
                    .tag(tag, value)
                    .functionCounter()
                    .count();
        }
    }

    /** What the steps of the pipeline take for the present, on all members. */
    private static final class Clock implements TimeSource {

        volatile Instant now = Instant.ofEpochSecond(10_000);

        @Override
        public Instant now() {
            return now;
        }

        @Override
        public long nanos() {
            return 0;
        }

        @Override
        public Duration errorBound() {
            return Duration.ZERO;
        }

        @Override
        public double chance() {
            return 0;
        }

        @Override
        public long randomBits() {
            return 0;
        }
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private Node start() {
        return start(true);
    }

    private Node start(boolean jet) {
        HazelcastInstance grid = fixture.start(config -> {
            config.getJetConfig().setEnabled(jet);
            if (jet) {
                GridStatistics.show(config);
            }
        });
        MeterRegistry meters = new SimpleMeterRegistry();
        Node node = new Node(grid, new GridStatistics(grid, jet, clock, meters), meters);
        nodes.add(node);
        return node;
    }

    private static void publish(Node node, long atSecond, int n) {
        publish(node, new StatBatch(atSecond * 1_000, Map.of(POOL, Seen.times(n), JOB, Seen.times(n))));
    }

    /** Says that time goes on. */
    private static void tick(Node node, long atSecond) {
        publish(node, new StatBatch(atSecond * 1_000, Map.of()));
    }

    /** Until it is in the ring: batches of different members would come in any order. */
    private static void publish(Node node, StatBatch batch) {
        double before = node.statistics().on() ? node.count("batches", "outcome", "published") : 0;
        node.statistics().publish(batch);
        if (node.statistics().on()) {
            eventually().until(() -> node.count("batches", "outcome", "published") > before);
        }
    }

    private static long seen(Node node, StatKey key) {
        return node.statistics()
                .find(key)
                .map(window -> window.stats().duration().total())
                .orElse(0L);
    }

    private double sum(String name, String tag, String value) {
        return nodes.stream()
                .filter(node -> node.grid().getLifecycleService().isRunning())
                .mapToDouble(node -> node.count(name, tag, value))
                .sum();
    }

    private static Job job(Node node) {
        return Objects.requireNonNull(node.grid().getJet().getJob("carillon-statistics"));
    }

    private static void awaitRunning(Node node) {
        eventually().until(() -> {
            node.statistics().keepJob();
            Job job = node.grid().getJet().getJob("carillon-statistics");
            return job != null && job.getStatus() == JobStatus.RUNNING;
        });
    }

    private static void await(Node node, long expected, StatKey key) {
        eventually().untilAsserted(() -> assertThat(seen(node, key)).isEqualTo(expected));
    }

    @Test
    void batches_of_all_members_become_windows_that_all_can_read() {
        Node a = start();
        Node b = start();
        Node c = start();
        nodes.forEach(node -> node.statistics().keepJob());
        awaitRunning(a);

        publish(a, 1_001, 1);
        publish(b, 1_002, 2);
        publish(c, 1_005, 4);
        tick(a, 1_013);
        await(a, 7, POOL);
        await(b, 7, POOL);
        await(c, 7, POOL);
        assertThat(seen(a, JOB)).as("a job's are told once a minute").isZero();
        tick(b, 1_083);
        await(c, 7, JOB);
        eventually()
                .untilAsserted(
                        () -> assertThat(a.statistics().find(POOL).orElseThrow().endMillis())
                                .isEqualTo(1_080_000));
        assertThat(sum("batches", "outcome", "published")).isEqualTo(5);
        assertThat(sum("unread", "why", "form")).isZero();
    }

    @Test
    void a_batch_that_comes_late_is_counted_and_left_out() {
        Node a = start();
        awaitRunning(a);
        publish(a, 1_001, 1);
        tick(a, 1_013);
        await(a, 1, POOL);

        publish(a, 1_009, 2);
        // Late for the pool, but its minute is not over.
        eventually()
                .untilAsserted(() -> assertThat(sum("left.out", "why", "late")).isEqualTo(2));
        // In time: a step that is under way is open.
        publish(a, 1_011, 4);
        tick(a, 1_063);
        await(a, 5, POOL);
        await(a, 7, JOB);
    }

    @Test
    void after_the_loss_of_the_member_that_has_the_job_windows_go_on_from_what_the_ring_has() {
        Node a = start();
        Node b = start();
        Node c = start();
        awaitRunning(a);
        publish(b, 1_001, 1);
        tick(a, 1_013);
        await(c, 1, POOL);

        Node lost = nodes.stream()
                .filter(node -> node.count("windows", "outcome", "written") > 0)
                .findFirst()
                .orElseThrow();
        fixture.kill(lost.grid());
        Node left =
                nodes.stream().filter(node -> !node.equals(lost)).findFirst().orElseThrow();
        publish(left, 1_014, 2);
        tick(left, 1_025);
        await(left, 3, POOL);
    }

    @Test
    void a_member_that_leaves_and_one_that_comes_do_not_stop_it() {
        Node a = start();
        Node b = start();
        awaitRunning(a);
        publish(b, 1_001, 1);
        tick(a, 1_013);
        await(b, 1, POOL);
        a.grid().shutdown();
        Node c = start();
        awaitRunning(b);
        publish(c, 1_014, 2);
        tick(b, 1_025);
        await(c, 3, POOL);
    }

    @Test
    void a_job_that_was_ended_is_begun_again_and_reads_the_ring_again() {
        Node a = start();
        awaitRunning(a);
        publish(a, 1_001, 1);
        tick(a, 1_013);
        await(a, 1, POOL);
        job(a).cancel();
        eventually().until(() -> job(a).getStatus() == JobStatus.FAILED);

        publish(a, 1_014, 2);
        awaitRunning(a);
        tick(a, 1_025);
        await(a, 3, POOL);
    }

    @Test
    void windows_say_since_when_something_is_known() {
        Node a = start();
        awaitRunning(a);
        publish(a, 1_001, 1);
        tick(a, 1_013);
        await(a, 1, POOL);
        assertThat(a.statistics().find(POOL).orElseThrow().startMillis()).isEqualTo(1_001_000);

        for (long second = 1_060; second <= 1_420; second += 60) {
            publish(a, second, 1);
        }
        tick(a, 1_443);
        await(a, 8, JOB);
        assertThat(a.statistics().find(JOB).orElseThrow().startMillis())
                .as("less than an hour")
                .isEqualTo(1_001_000);
        assertThat(a.statistics().find(POOL).orElseThrow().startMillis()).isEqualTo(1_140_000);
        StatWindow others =
                a.statistics().find(StatKey.others(StatKey.Kind.OWNER)).orElseThrow();
        assertThat(others.stats().events()).as("no owner has had anything").isZero();
        assertThat(others.endMillis()).isEqualTo(1_440_000);
    }

    @Test
    void a_member_whose_time_is_far_ahead_makes_the_others_not_late() {
        Node a = start();
        awaitRunning(a);
        publish(a, 10_000, 1);
        publish(a, 10_061, 2);
        publish(a, 10_003, 4);
        tick(a, 10_013);
        await(a, 5, POOL);
        assertThat(sum("left.out", "why", "ahead")).isEqualTo(4);
        assertThat(sum("left.out", "why", "late")).isZero();
    }

    /** As after a database that was restored on a machine with another time. */
    @Test
    void when_the_clock_that_all_go_by_goes_back_windows_begin_anew() {
        Node a = start();
        awaitRunning(a);
        publish(a, 10_000, 1);
        tick(a, 10_013);
        await(a, 1, POOL);

        clock.now = Instant.ofEpochSecond(9_000);
        publish(a, 9_000, 2);
        tick(a, 9_013);
        await(a, 2, POOL);
        assertThat(a.statistics().find(POOL).orElseThrow().startMillis()).isEqualTo(9_000_000);
    }

    @Test
    void bytes_that_are_no_batch_are_counted_and_stop_nothing() {
        Node a = start();
        awaitRunning(a);
        publish(a, 1_001, 1);
        for (byte[] bytes : List.of(new byte[0], new byte[] {9, 9}, new byte[] {
            1, 1, 1, 0, 1, 'p', 0, 0, 0, 0, -1, -1, -1, -1, -1, -1, 127, 0
        })) {
            a.grid().getRingbuffer("statistics-batches").add(bytes);
        }
        tick(a, 1_013);
        await(a, 1, POOL);
        assertThat(sum("unread", "why", "form")).isEqualTo(3);
    }

    /** An operator's own file may have another one than ours. */
    @Test
    void a_ring_that_is_small_loses_batches_says_so_and_goes_on() {
        HazelcastInstance grid = fixture.start(config -> {
            config.getJetConfig().setEnabled(true);
            config.getRingbufferConfig("statistics-batches").setCapacity(4);
            GridStatistics.show(config);
        });
        MeterRegistry meters = new SimpleMeterRegistry();
        Node a = new Node(grid, new GridStatistics(grid, true, clock, meters), meters);
        nodes.add(a);
        for (int i = 0; i < 9; i++) {
            publish(a, 1_000 + i, 1);
        }
        awaitRunning(a);
        for (int i = 0; i < 3; i++) {
            tick(a, 1_013 + i);
        }
        eventually()
                .untilAsserted(() -> assertThat(seen(a, POOL))
                        .as("as many as were left when it was read first")
                        .isBetween(1L, 4L));
        assertThat(a.statistics().find(POOL).orElseThrow().startMillis()).isGreaterThanOrEqualTo(1_005_000);
    }

    @Test
    void all_members_together_have_one_job() {
        Node a = start();
        Node b = start();
        for (int i = 0; i < 3; i++) {
            nodes.forEach(node -> node.statistics().keepJob());
        }
        awaitRunning(a);
        assertThat(b.grid().getJet().getJobs()).hasSize(1);
    }

    @Test
    void without_jet_nothing_is_published_and_nothing_found() {
        Node off = start(false);
        publish(off, 1_001, 1);
        off.statistics().keepJob();
        assertThat(off.statistics().on()).isFalse();
        assertThat(off.statistics().find(POOL)).isEmpty();
        assertThat(off.grid().getDistributedObjects()).isEmpty();
        assertThat(off.meters().getMeters()).isEmpty();
    }

    @Test
    void a_younger_member_without_jet_keeps_it_away_too() {
        Node on = start();
        Node off = start(false);
        on.statistics().keepJob();
        off.grid().shutdown();
        eventually().until(() -> on.grid().getCluster().getMembers().size() == 1);
        assertThat(on.grid().getJet().getJobs()).isEmpty();
        awaitRunning(on);
    }

    /** While members are restarted one by one with the switch turned on. */
    @Test
    void a_member_without_jet_keeps_the_job_away_until_it_has_gone() {
        Node off = start(false);
        Node on = start();
        off.statistics().keepJob();
        on.statistics().keepJob();
        publish(on, 1_001, 1);
        assertThat(on.statistics().find(POOL)).isEmpty();
        off.grid().shutdown();
        awaitRunning(on);
        tick(on, 1_013);
        await(on, 1, POOL);
    }
}
