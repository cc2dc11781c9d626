package io.carillon.engine.sim;

import io.carillon.domain.job.JobReply;
import io.carillon.domain.job.JobReply.Refusal;
import io.carillon.engine.command.Owners;
import io.carillon.engine.command.Request;
import io.carillon.engine.command.RunReply;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The mail between members: what is asked goes to whom this member takes for the owner, is sent on where that was wrong or
 * has failed, and is answered as unavailable in the end.
 */
final class MailDesk implements Owners {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Duration RETRY_PAUSE = Duration.ofMillis(100);
    private static final int TRIES_MAX = 30;

    private static final class Waiting {
        final Request request;
        String asked = "";
        int tries;

        Waiting(Request request) {
            this.request = request;
        }
    }

    private final World world;
    private final SimMember member;
    private final Map<Long, Waiting> waiting = new TreeMap<>();
    private long ids;

    MailDesk(World world, SimMember member) {
        this.world = world;
        this.member = member;
    }

    @Override
    public void submit(Collection<? extends Request> requests) {
        for (Request request : requests) {
            if (member.ownership.ownerOf(request.shard()).equals(member.id)) {
                member.loop.submit(List.of(request));
            } else {
                long id = ids++;
                waiting.put(id, new Waiting(request));
                member.node.after(TIMEOUT, () -> giveUp(id, "no answer in time"));
                route(id);
            }
        }
    }

    /** Questions that wait for another member's answer. */
    int waiting() {
        return waiting.size();
    }

    void memberLeft(String memberId) {
        waiting.forEach((id, question) -> {
            if (question.asked.equals(memberId)) {
                routeLater(id);
            }
        });
    }

    private void route(long id) {
        Waiting question = waiting.get(id);
        if (question == null) {
            return;
        }
        String ownerId = member.ownership.ownerOf(question.request.shard());
        SimMember owner = world.member(ownerId);
        if (++question.tries > TRIES_MAX) {
            giveUp(id, "no owner would answer");
        } else if (ownerId.equals(member.id)) {
            waiting.remove(id);
            member.loop.submit(List.of(question.request));
        } else if (owner == null) {
            routeLater(id);
        } else {
            question.asked = ownerId;
            world.network.send(member.node, owner.node, () -> owner.mail.asked(member, id, question.request));
        }
    }

    private void routeLater(long id) {
        member.node.after(RETRY_PAUSE, () -> route(id));
    }

    private void giveUp(long id, String why) {
        Waiting question = waiting.remove(id);
        if (question != null) {
            question.request.unavailable(question.asked.isEmpty() ? Refusal.NOT_OWNER : Refusal.STORE_UNAVAILABLE, why);
        }
    }

    private void asked(SimMember from, long id, Request request) {
        if (!member.ownership.ownerOf(request.shard()).equals(member.id)) {
            world.network.send(member.node, from.node, () -> from.mail.routeLater(id));
        } else if (request instanceof Request.OfJob ofJob) {
            member.loop.submit(List.of(new Request.OfJob(ofJob.command(), reply -> answer(from, id, reply))));
        } else if (request instanceof Request.OfRun ofRun) {
            member.loop.submit(List.of(new Request.OfRun(ofRun.command(), reply -> answer(from, id, reply))));
        }
    }

    private void answer(SimMember to, long id, Object reply) {
        world.network.send(member.node, to.node, () -> to.mail.answered(id, reply));
    }

    private void answered(long id, Object reply) {
        Waiting question = waiting.remove(id);
        if (question == null) {
            return;
        }
        if (question.request instanceof Request.OfJob ofJob && reply instanceof JobReply jobReply) {
            ofJob.replyTo().accept(jobReply);
        } else if (question.request instanceof Request.OfRun ofRun && reply instanceof RunReply runReply) {
            ofRun.replyTo().accept(runReply);
        } else {
            throw new IllegalStateException("answer and question do not fit: " + reply);
        }
    }
}
