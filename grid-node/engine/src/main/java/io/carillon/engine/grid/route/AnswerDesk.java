package io.carillon.engine.grid.route;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import io.carillon.domain.job.JobCommand;
import io.carillon.engine.command.Request;
import io.carillon.engine.command.RunCommand;
import io.carillon.engine.grid.outbox.Outbox;
import io.carillon.engine.grid.ownership.ShardTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where requests of other members come in: this member's loops answer those for its own shards; for the others the
 * answer is that somebody else must be asked. An answer that does not get through is lost: who asked waits no longer
 * than its timeout.
 */
final class AnswerDesk {

    private static final Logger log = LoggerFactory.getLogger(AnswerDesk.class);

    private static final int WAITING_MAX = 200_000;

    private final HazelcastInstance grid;
    private final ShardTable table;
    private final LocalOwner localOwner;
    private final RouteSettings settings;
    private final Executor sender;
    private final MemberMailbox mailbox;
    private final RouteMeters meters;
    private final Map<String, Outbox<Envelope>> answers = new ConcurrentHashMap<>();

    AnswerDesk(
            HazelcastInstance grid,
            ShardTable table,
            LocalOwner localOwner,
            RouteSettings settings,
            Executor sender,
            MemberMailbox mailbox,
            RouteMeters meters) {
        this.grid = grid;
        this.table = table;
        this.localOwner = localOwner;
        this.settings = settings;
        this.sender = sender;
        this.mailbox = mailbox;
        this.meters = meters;
    }

    void take(Mail.Requests mail) {
        List<Request> here = new ArrayList<>();
        List<Envelope> elsewhere = new ArrayList<>();
        for (Envelope question : mail.envelopes()) {
            Request request = requestOf(mail.from(), question);
            if (table.isLocal(request.shard())) {
                here.add(request);
            } else {
                elsewhere.add(new Envelope(question.id(), new Mail.NotHere()));
            }
        }
        if (!elsewhere.isEmpty()) {
            answer(mail.from(), elsewhere);
        }
        if (!here.isEmpty()) {
            localOwner.submit(here);
        }
    }

    void forget(String memberId) {
        answers.remove(memberId);
    }

    private Request requestOf(String from, Envelope question) {
        if (question.content() instanceof JobCommand command) {
            return new Request.OfJob(command, reply -> answer(from, List.of(new Envelope(question.id(), reply))));
        }
        if (question.content() instanceof RunCommand command) {
            return new Request.OfRun(command, reply -> answer(from, List.of(new Envelope(question.id(), reply))));
        }
        throw new IllegalArgumentException("no command: " + question.content().getClass());
    }

    private void answer(String to, List<Envelope> envelopes) {
        Outbox<Envelope> outbox = answers.computeIfAbsent(
                to,
                any -> new Outbox<>(
                        sender,
                        WAITING_MAX,
                        settings.batchMax(),
                        batch -> mailbox.send(memberOf(to), new Mail.Replies(batch)),
                        (batch, error) -> {
                            log.debug("answers did not arrive member={} n={}", to, batch.size(), error);
                            meters.lostReplies(batch.size());
                        }));
        if (!outbox.add(envelopes)) {
            meters.lostReplies(envelopes.size());
        }
    }

    private Member memberOf(String memberId) {
        return grid.getCluster().getMembers().stream()
                .filter(member -> member.getUuid().toString().equals(memberId))
                .findAny()
                .orElseThrow(() -> new IllegalStateException("no member " + memberId));
    }
}
