package io.carillon.engine.grid.route;

import static io.carillon.engine.grid.GridFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstance;
import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.job.JobCommand;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.job.JobReply.Refusal;
import io.carillon.domain.job.Payload;
import io.carillon.domain.run.Outcome;
import io.carillon.engine.command.Request;
import io.carillon.engine.command.RunCommand;
import io.carillon.engine.command.RunReply;
import io.carillon.engine.grid.GridFixture;
import io.carillon.engine.grid.HandTime;
import io.carillon.engine.grid.Samples;
import io.carillon.engine.grid.ownership.ShardTable;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("grid")
class GridOwnersTest {

    private static final Principal ALICE = new Principal("alice", null);

    private final GridFixture fixture = new GridFixture(1);
    private final HandTime time = new HandTime();
    private final ExecutorService sender = Executors.newFixedThreadPool(2);
    private Node first;
    private Node second;

    /** The loops of a member: they answer at once, or keep what they are asked. */
    private static final class Loops implements LocalOwner {
        final Queue<Request> asked = new ConcurrentLinkedQueue<>();
        volatile boolean mute;

        @Override
        public void submit(Collection<? extends Request> requests) {
            asked.addAll(requests);
            if (!mute) {
                requests.forEach(Loops::answer);
            }
        }

        static void answer(Request request) {
            if (request instanceof Request.OfJob ofJob) {
                ofJob.replyTo().accept(new JobReply.Done());
            } else if (request instanceof Request.OfRun ofRun) {
                ofRun.replyTo().accept(new RunReply.Accepted());
            }
        }
    }

    private record Node(
            HazelcastInstance grid, ShardTable table, Loops loops, SimpleMeterRegistry meters, GridOwners owners) {
        JobId jobOfMine(int n) {
            return Samples.jobOf(table.local().stream().sorted().findFirst().orElseThrow(), n);
        }
    }

    /** The answers to one or more requests. */
    private static final class Answers {
        final Queue<Object> given = new ConcurrentLinkedQueue<>();

        Request delete(JobId job) {
            return new Request.OfJob(new JobCommand.Delete(ALICE, job, false), given::add);
        }

        Request report(JobId job) {
            return new Request.OfRun(
                    new RunCommand.Report(
                            Samples.runOf(job), 7, new Outcome.Success(Payload.ofJson("{\"n\":" + 1 + "}"))),
                    given::add);
        }
    }

    @BeforeEach
    void start() {
        first = node();
        second = node();
        first.owners.start();
        second.owners.start();
        eventually()
                .until(() ->
                        first.table.local().size() > 100 && second.table.local().size() > 100);
    }

    @AfterEach
    void stop() {
        fixture.close();
        sender.shutdownNow();
    }

    private Node node() {
        HazelcastInstance grid = fixture.start();
        ShardTable table = new ShardTable(grid);
        Loops loops = new Loops();
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        return new Node(
                grid,
                table,
                loops,
                meters,
                new GridOwners(grid, table, loops, time, RouteSettings.DEFAULT, fixture.background(), sender, meters));
    }

    @Test
    void a_request_for_an_own_shard_stays_here() {
        Answers answers = new Answers();
        Request request = answers.delete(first.jobOfMine(0));

        first.owners.submit(List.of(request));

        assertThat(first.loops.asked).containsExactly(request);
        assertThat(answers.given).containsExactly(new JobReply.Done());
    }

    @Test
    void requests_for_another_members_shards_are_answered_from_there() {
        Answers answers = new Answers();
        JobId job = second.jobOfMine(0);

        first.owners.submit(List.of(answers.delete(job), answers.report(job)));

        eventually()
                .untilAsserted(
                        () -> assertThat(answers.given).containsExactly(new JobReply.Done(), new RunReply.Accepted()));
        assertThat(first.loops.asked).isEmpty();
        assertThat(second.loops.asked)
                .extracting(request ->
                        request instanceof Request.OfJob ofJob ? ofJob.command() : ((Request.OfRun) request).command())
                .containsExactly(
                        new JobCommand.Delete(ALICE, job, false),
                        new RunCommand.Report(Samples.runOf(job), 7, new Outcome.Success(Payload.ofJson("{\"n\":1}"))));
    }

    @Test
    void a_request_without_an_answer_is_unavailable_after_the_timeout() {
        second.loops.mute = true;
        Answers answers = new Answers();
        JobId job = second.jobOfMine(0);
        first.owners.submit(List.of(answers.delete(job), answers.report(job)));
        eventually().until(() -> second.loops.asked.size() == 2);
        assertThat(answers.given).isEmpty();

        time.advance(RouteSettings.DEFAULT.timeout());

        eventually().until(() -> answers.given.size() == 2);
        assertThat(answers.given)
                .anySatisfy(answer -> assertThat(answer)
                        .isInstanceOfSatisfying(
                                JobReply.Refused.class,
                                refused -> assertThat(refused.refusal()).isEqualTo(Refusal.STORE_UNAVAILABLE)))
                .contains(new RunReply.Retry());
        second.loops.asked.forEach(Loops::answer);
        assertThat(answers.given).hasSize(2);
    }

    @Test
    void what_a_dead_owner_was_asked_goes_to_its_heir() {
        second.loops.mute = true;
        Answers answers = new Answers();
        first.owners.submit(List.of(answers.delete(second.jobOfMine(0))));
        eventually().until(() -> second.loops.asked.size() == 1);

        fixture.kill(second.grid);

        eventually().untilAsserted(() -> assertThat(answers.given).containsExactly(new JobReply.Done()));
        assertThat(first.loops.asked).hasSize(1);
    }

    @Test
    void a_member_that_is_not_ready_yet_is_asked_again() {
        Node third = node();
        eventually().until(() -> third.table.local().size() > 50);
        Answers answers = new Answers();
        JobId job = third.jobOfMine(0);
        eventually().until(() -> !first.table.isLocal(job.shard()));
        first.owners.submit(List.of(answers.delete(job)));
        eventually()
                .until(() -> first.meters.counter("carillon.owners.rerouted").count() > 0);
        assertThat(answers.given).isEmpty();

        third.owners.start();

        eventually().untilAsserted(() -> assertThat(answers.given).containsExactly(new JobReply.Done()));
    }

    @Test
    void every_request_is_answered_once_whatever_happens() {
        int count = 4_000;
        List<AtomicInteger> answered = new ArrayList<>();
        List<Request> all = new ArrayList<>();
        for (int shard = 0; shard < 256; shard++) {
            JobId job = Samples.jobOf(shard, 0);
            for (int i = 0; i < count / 256; i++) {
                AtomicInteger times = new AtomicInteger();
                answered.add(times);
                all.add(new Request.OfRun(
                        new RunCommand.Accept(Samples.runOf(job), i), reply -> times.incrementAndGet()));
            }
        }
        IntStream.range(0, 20).forEach(part -> {
            first.owners.submit(all.subList(part * all.size() / 20, (part + 1) * all.size() / 20));
            if (part == 10) {
                second.loops.mute = true;
            }
            if (part == 15) {
                fixture.kill(second.grid);
            }
        });

        eventually().untilAsserted(() -> assertThat(answered).allMatch(times -> times.get() == 1));
        assertThat(first.owners.waiting()).isZero();
    }

    @Test
    void a_stopping_member_answers_what_waits() {
        second.loops.mute = true;
        Answers answers = new Answers();
        first.owners.submit(List.of(answers.report(second.jobOfMine(0))));
        eventually().until(() -> second.loops.asked.size() == 1);

        first.owners.close();

        assertThat(answers.given).containsExactly(new RunReply.Retry());
    }
}
