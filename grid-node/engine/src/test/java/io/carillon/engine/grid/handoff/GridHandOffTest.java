package io.carillon.engine.grid.handoff;

import static io.carillon.engine.grid.GridFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.collection.IQueue;
import com.hazelcast.core.HazelcastInstance;
import io.carillon.domain.dispatch.Capability;
import io.carillon.engine.grid.GridFixture;
import io.carillon.engine.grid.HandTime;
import io.carillon.engine.grid.Samples;
import io.carillon.engine.grid.handoff.GatewayBook.Share;
import io.carillon.engine.port.Attempt;
import io.carillon.engine.port.HandOff.Offer;
import io.carillon.engine.port.Silent;
import io.carillon.engine.port.WorkerGroup;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("grid")
class GridHandOffTest {

    private static final Capability MAIL = new Capability("default", "mail");

    private final GridFixture fixture = new GridFixture(1);
    private final HandTime time = new HandTime();
    private final List<GridHandOff> open = new ArrayList<>();

    private final class Node implements OwnGateway {
        final HazelcastInstance grid = fixture.start();
        final Queue<Offer> received = new ConcurrentLinkedQueue<>();
        final Queue<Attempt> revoked = new ConcurrentLinkedQueue<>();
        final Queue<Silent> rollCalls = new ConcurrentLinkedQueue<>();
        final Queue<Attempt> cancelled = new ConcurrentLinkedQueue<>();
        final AtomicInteger credits = new AtomicInteger();
        final GridHandOff handOff = new GridHandOff(grid, time, fixture.background(), new SimpleMeterRegistry(), this);

        Node() {
            open.add(handOff);
            handOff.start();
        }

        @Override
        public void offered(List<Offer> offers) {
            received.addAll(offers);
        }

        @Override
        public void wake() {
            credits.incrementAndGet();
        }

        @Override
        public void stop(Collection<Attempt> attempts, boolean lost) {
            (lost ? revoked : cancelled).addAll(attempts);
        }

        @Override
        public void callRoll(Collection<Silent> attempts) {
            rollCalls.addAll(attempts);
        }

        String id() {
            return grid.getCluster().getLocalMember().getUuid().toString();
        }

        void advertise(int free) {
            handOff.advertise(List.of(new WorkerGroup("default", Set.of("mail"), false, 1, 100, free)));
        }
    }

    @AfterEach
    void stop() {
        open.forEach(GridHandOff::close);
        fixture.close();
    }

    private static List<Offer> offers(int shard, int count) {
        return Samples.jobsOf(shard, count).stream()
                .map(job -> new Offer(Samples.runOf(job), job, MAIL))
                .toList();
    }

    private String queueOf(Node node) {
        WorkerAd ad = node.grid.<String, WorkerAd>getMap(GridHandOff.MAP).get(node.id());
        assertThat(ad).isNotNull();
        return ad.queue();
    }

    @Test
    void runs_go_to_a_gateway_with_credit_as_many_as_fit() {
        Node owner = new Node();
        Node gateway = new Node();
        gateway.advertise(30);
        eventually().until(() -> owner.handOff.credit(MAIL) == 30);
        assertThat(owner.credits).hasPositiveValue();

        List<Offer> offers = offers(1, 40);
        List<String> takers = owner.handOff.offer(MAIL, offers);

        assertThat(takers.subList(0, 30)).containsOnly(gateway.id());
        assertThat(takers.subList(30, 40)).containsOnly("");
        eventually().untilAsserted(() -> assertThat(gateway.received).containsExactlyElementsOf(offers.subList(0, 30)));
        assertThat(owner.handOff.credit(MAIL)).isZero();

        gateway.advertise(5);
        eventually().until(() -> owner.handOff.credit(MAIL) == 5);
    }

    @Test
    void the_queue_lies_on_its_gateways_own_member() {
        Node owner = new Node();
        Node gateway = new Node();
        eventually()
                .until(() -> gateway.grid.getPartitionService().getPartitions().stream()
                                .filter(partition -> gateway.grid
                                        .getCluster()
                                        .getLocalMember()
                                        .equals(partition.getOwner()))
                                .count()
                        > 100);
        gateway.advertise(30);
        eventually().untilAsserted(() -> {
            String queue = queueOf(gateway);
            assertThat(gateway.grid
                            .getPartitionService()
                            .getPartition(queue.substring(queue.indexOf('@') + 1))
                            .getOwner()
                            .getUuid())
                    .hasToString(gateway.id());
            assertThat(gateway.grid.getQueue(queue).getPartitionKey())
                    .isEqualTo(queue.substring(queue.indexOf('@') + 1));
        });
        eventually().until(() -> owner.handOff.credit(MAIL) == 30);
        owner.handOff.offer(MAIL, offers(1, 3));
        eventually().until(() -> gateway.received.size() == 3);
    }

    @Test
    void a_dead_gateway_gives_no_credit_and_is_cleared_away() {
        Node owner = new Node();
        Node gateway = new Node();
        gateway.advertise(30);
        eventually().until(() -> owner.handOff.credit(MAIL) == 30);
        String deadId = gateway.id();

        fixture.kill(gateway.grid);
        owner.handOff.memberLeft(deadId);

        assertThat(owner.handOff.credit(MAIL)).isZero();
        assertThat(owner.handOff.anyWorkerFor(MAIL)).isFalse();
        assertThat(owner.handOff.offer(MAIL, offers(1, 1))).containsExactly("");
        eventually()
                .untilAsserted(() -> assertThat(owner.grid
                                .<String, WorkerAd>getMap(GridHandOff.MAP)
                                .containsKey(deadId))
                        .isFalse());
    }

    @Test
    void a_gateway_that_closes_is_known_to_at_once() {
        Node owner = new Node();
        Node gateway = new Node();
        gateway.advertise(30);
        eventually().until(() -> owner.handOff.credit(MAIL) == 30);

        gateway.handOff.close();

        eventually()
                .untilAsserted(
                        () -> assertThat(owner.handOff.anyWorkerFor(MAIL)).isFalse());
    }

    @Test
    void handlers_registered_elsewhere_are_known() {
        Node first = new Node();
        Node second = new Node();
        first.advertise(1);
        eventually().until(() -> second.handOff.registeredElsewhere(MAIL));
        assertThat(first.handOff.registeredElsewhere(MAIL)).isFalse();
    }

    @Test
    void a_full_queue_takes_no_more() {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        HazelcastInstance grid =
                fixture.start(config -> config.getQueueConfig("handoff-*").setMaxSize(3));
        OfferSender sender = new OfferSender(grid, () -> "me", Runnable::run, new HandOffMeters(meters));
        for (int i = 1; i <= 5; i++) {
            sender.send(new Share("gateway", "handoff-nobody-reads@1", 2, 2L * i), offers(i, 2));
        }

        IQueue<OfferBatch> queue = grid.getQueue("handoff-nobody-reads@1");
        assertThat(queue).extracting(OfferBatch::sentThrough).containsExactly(2L, 4L, 6L);
        assertThat(meters.counter("carillon.handoff.sent").count()).isEqualTo(6);
        assertThat(meters.counter("carillon.handoff.refused").count()).isEqualTo(4);
    }

    @Test
    void a_queue_whose_partition_has_moved_is_read_to_the_end_while_a_new_one_opens() {
        Node gateway = new Node();
        gateway.advertise(30);
        eventually().untilAsserted(() -> assertThat(queueOf(gateway)).isNotEmpty());
        String before = queueOf(gateway);
        List<HazelcastInstance> others = new ArrayList<>();
        eventually().atMost(Duration.ofSeconds(15)).until(() -> {
            if (others.size() < 3) {
                others.add(fixture.start());
            }
            return !queueOf(gateway).equals(before) || others.size() == 3;
        });
        others.get(0).<OfferBatch>getQueue(before).offer(new OfferBatch("them", 3, MAIL, offers(1, 3)));
        others.get(0).<OfferBatch>getQueue(queueOf(gateway)).offer(new OfferBatch("them", 5, MAIL, offers(2, 2)));

        eventually().until(() -> gateway.received.size() == 5);
    }

    @Test
    void word_to_stop_reaches_all_others_and_not_oneself() {
        Node owner = new Node();
        Node second = new Node();
        Node third = new Node();
        List<Attempt> lost = attempts(1, 3_000);
        List<Attempt> cancelled = attempts(2, 10);

        owner.handOff.revoke(lost);
        owner.handOff.cancel(cancelled);

        for (Node other : List.of(second, third)) {
            eventually().untilAsserted(() -> {
                assertThat(other.revoked).containsExactlyElementsOf(lost);
                assertThat(other.cancelled).containsExactlyElementsOf(cancelled);
            });
        }
        assertThat(owner.revoked).isEmpty();
        assertThat(owner.cancelled).isEmpty();
    }

    @Test
    void a_roll_call_reaches_all_others_and_not_oneself() {
        Node owner = new Node();
        Node second = new Node();
        Node third = new Node();
        List<Silent> silent = offers(1, 1_500).stream()
                .map(offer -> new Silent(offer.runId(), offer.jobId(), 7, "worker-" + offer.jobId(), time.now()))
                .toList();

        owner.handOff.callRoll(silent);

        for (Node other : List.of(second, third)) {
            eventually().untilAsserted(() -> assertThat(other.rollCalls).containsExactlyElementsOf(silent));
        }
        assertThat(owner.rollCalls).isEmpty();
    }

    private static List<Attempt> attempts(int shard, int count) {
        return offers(shard, count).stream()
                .map(offer -> new Attempt(offer.runId(), 7))
                .toList();
    }
}
