package io.carillon.engine.grid.route;

import com.hazelcast.cluster.Member;
import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;
import com.hazelcast.core.HazelcastInstance;
import io.carillon.domain.job.JobReply.Refusal;
import io.carillon.domain.time.TimeSource;
import io.carillon.engine.command.Owners;
import io.carillon.engine.command.Request;
import io.carillon.engine.grid.background.Background;
import io.carillon.engine.grid.outbox.Outbox;
import io.carillon.engine.grid.ownership.ShardTable;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way to the owners of shards. Requests for this member's own shards go straight to its loops; the others travel to
 * their owner in batches, and answers come back in batches.
 *
 * <p>A request whose way fails (its owner died, or has handed the shard over) is sent on to whoever owns the shard then,
 * a bounded number of times. So an owner may see a request twice: every command is harmless to repeat. What has no
 * answer in time is answered as unavailable here.
 */
public final class GridOwners implements Owners, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(GridOwners.class);

    private static final Duration SWEEP_EVERY = Duration.ofMillis(250);
    private static final String STOPPING = "this member is stopping";

    private final ShardTable table;
    private final LocalOwner localOwner;
    private final TimeSource time;
    private final RouteSettings settings;
    private final Background background;
    private final Executor sender;
    private final HazelcastInstance grid;
    private final MemberMailbox mailbox;
    private final RouteMeters meters;
    private final AnswerDesk desk;
    private final AtomicLong ids = new AtomicLong();
    private final Map<Long, Waiting> waiting = new ConcurrentHashMap<>();
    private final Map<String, Outbox<Envelope>> requests = new ConcurrentHashMap<>();

    /**
     * @param background does retries and timeouts
     * @param sender writes messages; two threads will do
     */
    public GridOwners(
            HazelcastInstance grid,
            ShardTable table,
            LocalOwner localOwner,
            TimeSource time,
            RouteSettings settings,
            Background background,
            Executor sender,
            MeterRegistry registry) {
        this.grid = grid;
        this.table = table;
        this.localOwner = localOwner;
        this.time = time;
        this.settings = settings;
        this.background = background;
        this.sender = sender;
        this.mailbox = new MemberMailbox(grid, this::receive);
        this.meters = new RouteMeters(registry, waiting::size);
        this.desk = new AnswerDesk(grid, table, localOwner, settings, sender, mailbox, meters);
    }

    /** From now on other members may ask. */
    public void start() {
        mailbox.open();
        grid.getCluster().addMembershipListener(new Departures());
        background.repeat(SWEEP_EVERY, this::sweep);
    }

    /** Answers everything that still waits. */
    @Override
    public void close() {
        mailbox.close();
        waiting.keySet().forEach(id -> giveUp(id, STOPPING));
    }

    @Override
    public void submit(Collection<? extends Request> all) {
        List<Request> here = new ArrayList<>();
        List<Waiting> elsewhere = new ArrayList<>();
        long deadline = time.nanos() + settings.timeout().toNanos();
        for (Request request : all) {
            if (table.isLocal(request.shard())) {
                here.add(request);
            } else if (waiting.size() >= settings.waitingMax()) {
                request.unavailable(Refusal.OVERLOADED, "too many requests wait for other members");
            } else {
                Waiting question = new Waiting(ids.incrementAndGet(), request, deadline);
                waiting.put(question.id, question);
                elsewhere.add(question);
            }
        }
        toLocal(here);
        meters.remote(elsewhere.size());
        route(elsewhere);
    }

    /** Requests that wait for another member's answer. */
    public int waiting() {
        return waiting.size();
    }

    private void toLocal(List<Request> here) {
        if (!here.isEmpty()) {
            meters.local(here.size());
            localOwner.submit(here);
        }
    }

    /** Sends each question the way its shard's owner is now. */
    private void route(List<Waiting> questions) {
        Map<Member, List<Envelope>> byOwner = new HashMap<>();
        List<Request> here = new ArrayList<>();
        List<Waiting> nowhere = new ArrayList<>();
        for (Waiting question : questions) {
            Member owner = table.ownerOf(question.request.shard());
            if (!question.tryAgain(settings.triesMax())) {
                giveUp(question.id, "no owner of shard " + question.request.shard() + " would answer");
            } else if (owner == null) {
                nowhere.add(question);
            } else if (owner.localMember()) {
                if (waiting.remove(question.id, question)) {
                    here.add(question.request);
                }
            } else {
                question.askedMember = owner.getUuid().toString();
                byOwner.computeIfAbsent(owner, any -> new ArrayList<>()).add(question.envelope());
            }
        }
        toLocal(here);
        byOwner.forEach(this::send);
        routeLater(nowhere);
    }

    private void send(Member owner, List<Envelope> envelopes) {
        Outbox<Envelope> outbox = requests.computeIfAbsent(
                owner.getUuid().toString(),
                any -> new Outbox<>(
                        sender,
                        settings.waitingMax(),
                        settings.batchMax(),
                        batch -> sendRequests(owner, batch),
                        (batch, error) -> {
                            log.debug("requests did not arrive member={} n={}", owner, batch.size(), error);
                            routeLater(unanswered(batch));
                        }));
        if (!outbox.add(envelopes)) {
            routeLater(unanswered(envelopes));
        }
    }

    private CompletionStage<?> sendRequests(Member owner, List<Envelope> batch) {
        String self = grid.getCluster().getLocalMember().getUuid().toString();
        return mailbox.send(owner, new Mail.Requests(self, batch)).thenAccept(taken -> {
            if (!taken) {
                routeLater(unanswered(batch));
            }
        });
    }

    /** A question on its way to its owner as of later, unless somebody else has been asked by then. */
    private record Retry(Waiting question, @Nullable String askedMember) {
        boolean due() {
            return Objects.equals(question.askedMember, askedMember);
        }
    }

    /** What is still unanswered after a pause goes to the owner as of then. */
    private void routeLater(List<Waiting> unanswered) {
        if (unanswered.isEmpty()) {
            return;
        }
        meters.rerouted(unanswered.size());
        List<Retry> retries = unanswered.stream()
                .map(question -> new Retry(question, question.askedMember))
                .toList();
        boolean willBe = background.runAfter(
                settings.retryPause(),
                () -> route(retries.stream()
                        .filter(Retry::due)
                        .map(Retry::question)
                        .filter(question -> waiting.containsKey(question.id))
                        .toList()));
        if (!willBe) {
            unanswered.forEach(question -> giveUp(question.id, STOPPING));
        }
    }

    private List<Waiting> unanswered(List<Envelope> batch) {
        return batch.stream()
                .map(envelope -> waiting.get(envelope.id()))
                .filter(Objects::nonNull)
                .toList();
    }

    private void giveUp(long id, String why) {
        Waiting question = waiting.remove(id);
        if (question != null) {
            meters.unanswered();
            question.giveUp(why);
        }
    }

    private void sweep() {
        long now = time.nanos();
        for (Waiting question : waiting.values()) {
            if (now - question.deadlineNanos >= 0) {
                giveUp(question.id, "no answer within " + settings.timeout().toMillis() + " ms");
            }
        }
    }

    private void receive(Mail mail) {
        if (mail instanceof Mail.Requests asked) {
            desk.take(asked);
        } else {
            answered(mail.envelopes());
        }
    }

    private void answered(List<Envelope> answers) {
        List<Envelope> elsewhere = new ArrayList<>();
        for (Envelope answer : answers) {
            if (answer.content() instanceof Mail.NotHere) {
                elsewhere.add(answer);
                continue;
            }
            Waiting question = waiting.remove(answer.id());
            if (question == null) {
                meters.lateReply();
            } else if (!question.answer(answer.content())) {
                log.error(
                        "answer does not fit the question answer={}",
                        answer.content().getClass());
                question.giveUp("the owner's answer was not understood");
            }
        }
        routeLater(unanswered(elsewhere));
    }

    private void departed(String memberId) {
        requests.remove(memberId);
        desk.forget(memberId);
        routeLater(waiting.values().stream()
                .filter(question -> memberId.equals(question.askedMember))
                .toList());
    }

    private final class Departures implements MembershipListener {
        @Override
        public void memberAdded(MembershipEvent event) {}

        @Override
        public void memberRemoved(MembershipEvent event) {
            departed(event.getMember().getUuid().toString());
        }
    }
}
