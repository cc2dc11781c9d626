package io.carillon.engine.redrive;

import io.carillon.domain.id.RunId;
import io.carillon.domain.job.JobCommand;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.store.Duties;
import io.carillon.domain.store.Redrive;
import io.carillon.domain.store.Redrive.Answer;
import io.carillon.domain.store.RedriveStore;
import io.carillon.domain.store.StoreUnavailableException;
import io.carillon.domain.time.TimeSource;
import io.carillon.engine.command.Owners;
import io.carillon.engine.command.Request;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out redrives of many: a page of one of them, then a page of the one that has waited longest, on one member at a
 * time and at one pace for all.
 *
 * <p>Each run goes to its shard's owner as a command of its own, so nothing is true that its owner has not written. Only
 * then the redrive's row moves on; whoever takes over after a crash asks for one page again, and finds its runs no longer
 * dead. The next page waits until workers have taken most of the last one: a redrive fills no queue, and what falls due
 * meanwhile has never more than a page in front of it.
 *
 * <p>One thread; blocks while owners answer.
 */
public final class RedriveLoop {

    private static final Logger log = LoggerFactory.getLogger(RedriveLoop.class);

    private static final String DUTY = "redrive";
    /** Above the time after which owners answer that they cannot. */
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(60);
    /** Redrives whose last page is remembered; of others the next page comes without waiting. */
    private static final int PAGES_MAX = 1_000;

    private record LastPage(List<RunId> runs, Instant askedAt) {}

    private final RedriveStore store;
    private final Duties duties;
    private final Owners owners;
    private final TimeSource time;
    private final RedriveEvents events;
    private final RedriveSettings settings;
    private final String holder;
    private final Map<UUID, LastPage> lastPages = new HashMap<>();
    private Instant heldUntil = Instant.EPOCH;

    /** @param holder names this member among those that may have the duty */
    public RedriveLoop(
            RedriveStore store,
            Duties duties,
            Owners owners,
            TimeSource time,
            RedriveEvents events,
            RedriveSettings settings,
            String holder) {
        this.store = store;
        this.duties = duties;
        this.owners = owners;
        this.time = time;
        this.events = events;
        this.settings = settings;
        this.holder = holder;
    }

    /**
     * One page at most.
     *
     * @return how long to wait before the next call
     */
    public Duration step() throws InterruptedException {
        try {
            if (!mine()) {
                return settings.look();
            }
            Redrive redrive = store.due(time.now()).orElse(null);
            if (redrive == null) {
                return settings.look();
            }
            return step(redrive);
        } catch (StoreUnavailableException e) {
            log.warn("redrives stand still until the database answers: {}", e.getMessage());
            return settings.look();
        }
    }

    private Duration step(Redrive redrive) throws InterruptedException {
        Instant now = time.now();
        if (mustWait(redrive, now)) {
            store.save(redrive.postponed(now.plus(settings.pauseForWorkers())));
            return Duration.ZERO;
        }
        List<RunId> page = store.dead(redrive, settings.page());
        List<Answer> answers = ask(redrive, page);
        answers.forEach(events::answered);
        Redrive next = redrive.stepped(
                page, answers, page.size() < settings.page(), time.now(), Duration.ZERO, settings.look());
        remember(next, page, now);
        if (store.save(next) && !next.open()) {
            log.info("redrive finished id={} redriven={} refused={}", next.id(), next.redriven(), next.refused());
        }
        return settings.paceOf(page.size());
    }

    /** For half the duty's time it is known to be ours; before that has passed it is renewed. */
    private boolean mine() {
        Instant now = time.now();
        if (now.isBefore(heldUntil.minus(settings.duty().dividedBy(2)))) {
            return true;
        }
        Instant until = now.plus(settings.duty());
        boolean held = duties.hold(DUTY, holder, now, until);
        heldUntil = held ? until : Instant.EPOCH;
        if (!held) {
            lastPages.clear();
        }
        return held;
    }

    private boolean mustWait(Redrive redrive, Instant now) {
        LastPage last = lastPages.get(redrive.id());
        if (last == null || now.isAfter(last.askedAt.plus(settings.patience()))) {
            return false;
        }
        return store.countWaiting(last.runs) > settings.waitingMax();
    }

    private void remember(Redrive next, List<RunId> page, Instant askedAt) {
        if (next.open() && (lastPages.containsKey(next.id()) || lastPages.size() < PAGES_MAX)) {
            lastPages.put(next.id(), new LastPage(page, askedAt));
        } else {
            lastPages.remove(next.id());
        }
    }

    private List<Answer> ask(Redrive redrive, List<RunId> page) throws InterruptedException {
        List<CompletableFuture<JobReply>> replies = new ArrayList<>(page.size());
        List<Request> requests = new ArrayList<>(page.size());
        for (RunId run : page) {
            CompletableFuture<JobReply> reply = new CompletableFuture<>();
            replies.add(reply);
            requests.add(new Request.OfJob(new JobCommand.RedriveRun(redrive.principal(), run), reply::complete));
        }
        owners.submit(requests);
        List<Answer> answers = new ArrayList<>(page.size());
        for (CompletableFuture<JobReply> reply : replies) {
            answers.add(answer(reply));
        }
        return answers;
    }

    private static Answer answer(CompletableFuture<JobReply> reply) throws InterruptedException {
        try {
            return meaning(reply.get(ANSWER_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS));
        } catch (ExecutionException | TimeoutException e) {
            return Answer.POSTPONED;
        }
    }

    private static Answer meaning(JobReply reply) {
        if (!(reply instanceof JobReply.Refused refused)) {
            return Answer.REDRIVEN;
        }
        return switch (refused.refusal()) {
            case STORE_UNAVAILABLE, NOT_OWNER, OVERLOADED -> Answer.POSTPONED;
            case NOT_FOUND,
                    DELETED,
                    ID_TAKEN,
                    KEY_TAKEN,
                    JOBS_FULL,
                    EXACT_JOBS_FULL,
                    NEVER_DUE,
                    TOO_LATE,
                    STALE_REVISION,
                    EXISTS,
                    OWNER_FIXED,
                    NOT_CANCELLABLE,
                    NOT_DEAD -> Answer.REFUSED;
        };
    }
}
