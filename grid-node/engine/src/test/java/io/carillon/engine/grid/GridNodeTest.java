package io.carillon.engine.grid;

import static io.carillon.engine.grid.GridFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import io.carillon.domain.access.Principal;
import io.carillon.domain.dispatch.Capability;
import io.carillon.domain.id.JobId;
import io.carillon.domain.job.JobCommand;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.store.RowOutcome;
import io.carillon.engine.command.Request;
import io.carillon.engine.grid.ClusterView.MemberView;
import io.carillon.engine.grid.fence.MemoryFloor;
import io.carillon.engine.grid.store.MemoryRows;
import io.carillon.engine.port.Attempt;
import io.carillon.engine.port.Fences;
import io.carillon.engine.port.HandOff.Offer;
import io.carillon.engine.port.Silent;
import io.carillon.engine.port.WorkerGroup;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("grid")
class GridNodeTest {

    private static final Capability MAIL = new Capability("default", "mail");

    private final GridFixture fixture = new GridFixture(1);
    private final HandTime time = new HandTime();
    private final MemoryRows rows = new MemoryRows();
    private final MemoryFloor floor = new MemoryFloor();
    private final MemorySize size = new MemorySize();
    private final List<GridNode> open = new ArrayList<>();

    /** A scheduler that says yes to everything. */
    private static final class Scheduler implements LocalMember {
        final AtomicInteger asked = new AtomicInteger();
        final Queue<Offer> offered = new ConcurrentLinkedQueue<>();
        final AtomicInteger wakes = new AtomicInteger();
        final AtomicInteger changes = new AtomicInteger();
        final Queue<Attempt> stopped = new ConcurrentLinkedQueue<>();
        final Queue<String> left = new ConcurrentLinkedQueue<>();

        @Override
        public void submit(Collection<? extends Request> requests) {
            asked.addAndGet(requests.size());
            requests.forEach(request -> ((Request.OfJob) request).replyTo().accept(new JobReply.Done()));
        }

        @Override
        public void offered(List<Offer> offers) {
            offered.addAll(offers);
        }

        @Override
        public void wake() {
            wakes.incrementAndGet();
        }

        @Override
        public void leaseExpired(Attempt attempt) {
            wakes.incrementAndGet();
        }

        @Override
        public void callRoll(Collection<Silent> attempts) {}

        @Override
        public void stop(Collection<Attempt> attempts, boolean lost) {
            stopped.addAll(attempts);
        }

        @Override
        public void ownershipChanged() {
            changes.incrementAndGet();
        }

        @Override
        public void memberLeft(String memberId) {
            left.add(memberId);
        }
    }

    @AfterEach
    void stop() {
        open.forEach(GridNode::close);
        fixture.close();
    }

    private GridNode start(GridSettings settings, Function<Config, HazelcastInstance> launch) {
        MemoryRows.Batches batches = new MemoryRows.Batches();
        GridBacking backing =
                new GridBacking(rows.jobStore(batches), rows.runStore(), batches, rows, new EmptyShards(), floor, size);
        GridNode node = GridNode.start(settings, backing, time, new SimpleMeterRegistry(), launch);
        open.add(node);
        return node;
    }

    private static GridSettings settings(int port, List<String> members) {
        return new GridSettings(
                "test", GridAddress.loopback(port), new GridPeers(members, null, 1), GridCp.of(0), 4, null, Map.of());
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static JobId jobOwnedBy(GridNode node) {
        return Samples.jobOf(node.ownership().ownedShards().iterator().next(), 0);
    }

    @Test
    void two_members_serve_each_other_through_every_port() {
        GridNode first = start(settings(5701, List.of()), fixture::launch);
        GridNode second = start(settings(5701, List.of()), fixture::launch);
        Scheduler firstScheduler = new Scheduler();
        Scheduler secondScheduler = new Scheduler();
        first.serve(firstScheduler);
        second.serve(secondScheduler);
        eventually()
                .until(() -> first.ownership().ownedShards().size() > 100
                        && second.ownership().ownedShards().size() > 100);
        assertThat(firstScheduler.changes).hasPositiveValue();

        Queue<JobReply> replies = new ConcurrentLinkedQueue<>();
        first.owners()
                .submit(List.of(new Request.OfJob(
                        new JobCommand.Resume(Principal.ANONYMOUS, jobOwnedBy(second)), replies::add)));
        eventually().untilAsserted(() -> assertThat(replies).containsExactly(new JobReply.Done()));
        assertThat(secondScheduler.asked).hasValue(1);

        JobId job = jobOwnedBy(first);
        assertThat(first.writer()
                        .writeJobs(job.shard(), List.of(Samples.claim(1, job, 1, Samples.writeId(1))))
                        .orTimeout(10, TimeUnit.SECONDS)
                        .join())
                .containsExactly(RowOutcome.APPLIED);

        second.credits().advertise(List.of(new WorkerGroup("default", Set.of("mail"), false, 1, 5, 5)));
        eventually().until(() -> first.handOff().credit(MAIL) == 5);
        Offer offer = new Offer(Samples.runOf(job), job, MAIL);
        first.handOff().offer(MAIL, List.of(offer));
        eventually().untilAsserted(() -> assertThat(secondScheduler.offered).containsExactly(offer));

        eventually().until(() -> first.fences().next(0) != Fences.NONE);
        assertThat(firstScheduler.wakes).hasPositiveValue();

        ClusterView view = first.cluster();
        assertThat(view.mayAct()).isTrue();
        assertThat(view.members()).extracting(MemberView::local).containsExactly(true, false);
        assertThat(view.members().stream().mapToInt(MemberView::shards).sum()).isEqualTo(256);

        String leaver = second.ownership().memberId();
        second.close();
        open.remove(second);
        eventually().until(() -> first.ownership().ownedShards().size() == 256);
        eventually().untilAsserted(() -> assertThat(firstScheduler.left).containsExactly(leaver));
    }

    @Test
    void requests_before_there_is_a_scheduler_are_refused() {
        GridNode node = start(settings(5701, List.of()), fixture::launch);
        Queue<JobReply> replies = new ConcurrentLinkedQueue<>();
        node.owners()
                .submit(List.of(new Request.OfJob(
                        new JobCommand.Resume(Principal.ANONYMOUS, Samples.jobOf(0, 0)), replies::add)));
        assertThat(replies)
                .singleElement()
                .isInstanceOfSatisfying(
                        JobReply.Refused.class,
                        refused -> assertThat(refused.refusal()).isEqualTo(JobReply.Refusal.NOT_OWNER));
    }

    /** On real sockets. */
    @Test
    void members_named_to_each_other_join_and_a_taken_port_is_said_in_one_line() throws IOException {
        int port = freePort();
        int other = freePort();
        List<String> members = List.of("127.0.0.1:" + port, "127.0.0.1:" + other);
        GridNode first = start(settings(port, members), Hazelcast::newHazelcastInstance);

        assertThatThrownBy(() -> start(settings(port, members), Hazelcast::newHazelcastInstance))
                .isInstanceOf(GridStartException.class)
                .hasMessageContaining(port + " on 127.0.0.1 is taken")
                .hasMessageContaining("carillon.cluster.port");

        GridNode second = start(settings(other, members), Hazelcast::newHazelcastInstance);
        assertThat(second.cluster().members()).hasSize(2);
        assertThat(first.cluster().members())
                .extracting(MemberView::address)
                .containsExactly("127.0.0.1:" + port, "127.0.0.1:" + other);
    }
}
