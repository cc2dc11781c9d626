package io.carillon.engine.shard;

import io.carillon.domain.job.JobReply;
import io.carillon.domain.job.JobReply.Refusal;
import io.carillon.domain.job.JobReply.Refused;
import io.carillon.domain.job.JobReply.Replanned;
import io.carillon.domain.schedule.Zones;
import io.carillon.domain.store.ZoneStore.Tally;
import io.carillon.domain.store.ZoneStore.ZonedJob;
import io.carillon.engine.port.ZonePlans;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Plans jobs anew when the rules of their time zones have changed: shard by shard, a page of due times after the other, and
 * at the end of a shard a note in the store. Each job carries the edition that it is planned by, so whoever begins again
 * after a death plans none twice.
 *
 * <p>A claim moves a job on in the order of due times, behind or before the page that is being looked at; every change by a
 * user plans by the newest edition anyway. So no job is passed by unseen.
 *
 * <p>A job that is refused again and again, because it cannot be decided on or the store does not take its row, holds up no
 * other: its shard is gone through to the end, stays unfinished, and has its next turn behind all others.
 */
final class Replanning {

    private static final Logger log = LoggerFactory.getLogger(Replanning.class);

    private static final Duration IDLE = Duration.ofSeconds(1);
    /** After a page, in proportion to what it held: at most 2,500 jobs a second and loop are looked at. */
    private static final Duration PAUSE_PER_JOB = Duration.ofNanos(400_000);

    private static final int PAGE = 500;
    /** How often a page is gone through that has refused jobs, which may be the store's fault, before they are passed by. */
    private static final int TRIES = 3;
    /** Until a shard with jobs that were passed by has another turn. */
    private static final Duration REST = Duration.ofMinutes(5);
    /** Jobs that are being planned anew at the same time, by a loop. */
    private static final int AT_ONCE = 32;

    private final LoopContext loop;
    private final JobCommands commands;
    private final ZonePlans plans;
    private final Map<ShardState, Integer> planned = new HashMap<>();
    private final Map<ShardState, Pass> resting = new HashMap<>();
    private @Nullable Pass pass;
    private int edition = Zones.FIRST_EDITION;
    private Instant editionSince = Instant.MAX;

    Replanning(LoopContext loop, JobCommands commands) {
        this.loop = loop;
        this.commands = commands;
        this.plans = loop.ports.zones();
    }

    /** One shard on its way to an edition. */
    private static final class Pass {
        final ShardState shard;
        final int edition;

        @Nullable
        ZonedJob last;

        Tally tally = Tally.NONE;
        int tries;
        int passedBy;
        Instant restsUntil = Instant.MIN;

        Pass(ShardState shard, int edition) {
            this.shard = shard;
            this.edition = edition;
        }
    }

    void start() {
        if (plans != ZonePlans.NONE) {
            loop.after(IDLE, this::look);
        }
    }

    private void look(Instant now) {
        planned.keySet().removeIf(shard -> !shard.active());
        resting.keySet().removeIf(shard -> !shard.active());
        if (plans.edition() != edition) {
            edition = plans.edition();
            resting.clear();
            // What was decided by older rules may still be on its way into the store, unseen by a page read now.
            editionSince = now.plus(loop.settings.rhythm().reloadAfterGain());
        }
        if (edition == Zones.FIRST_EDITION
                || now.isBefore(editionSince)
                || !loop.gate.open(now)
                || !loop.ports.ownership().mayAct()) {
            loop.after(IDLE, this::look);
            return;
        }
        Set<ShardState> unknown = new HashSet<>();
        for (ShardState shard : loop.activeShards()) {
            Integer reached = planned.get(shard);
            if (reached == null) {
                unknown.add(shard);
            } else if (reached < edition && (pass == null || !pass.shard.active() || pass.edition < edition)) {
                pass = turnOf(shard, now);
            }
        }
        if (!unknown.isEmpty()) {
            ask(unknown);
        } else if (pass != null && pass.shard.active()) {
            page(pass);
        } else {
            pass = null;
            loop.after(IDLE, this::look);
        }
    }

    /** Null while the shard rests. */
    private @Nullable Pass turnOf(ShardState shard, Instant now) {
        Pass rested = resting.get(shard);
        if (rested == null) {
            return new Pass(shard, edition);
        }
        return now.isBefore(rested.restsUntil) ? null : resting.remove(shard);
    }

    private void ask(Set<ShardState> unknown) {
        loop.ask(() -> plans.planned(ShardState.numbersOf(unknown)), (found, error) -> {
            if (found != null) {
                unknown.forEach(shard -> planned.put(shard, found.getOrDefault(shard.shard, Zones.FIRST_EDITION)));
            }
            loop.after(found == null ? IDLE : Duration.ZERO, this::look);
        });
    }

    private void page(Pass current) {
        loop.ask(() -> plans.jobs(current.shard.shard, current.last, PAGE), (found, error) -> {
            if (found == null) {
                loop.ports.events().storeUnavailable();
                loop.after(IDLE, this::look);
            } else {
                replan(current, found);
            }
        });
    }

    private void replan(Pass current, List<ZonedJob> page) {
        Deque<ZonedJob> stale = new ArrayDeque<>();
        page.stream().filter(job -> job.edition() < plans.editionOf(job.zone())).forEach(stale::add);
        new PageWork(current, page, stale).fill();
    }

    /** The stale jobs of a page, a few at a time: each asks the store several things, and others want to ask it too. */
    private final class PageWork {
        final Pass of;
        final List<ZonedJob> page;
        final Deque<ZonedJob> left;
        int underWay;
        boolean filling;
        int refused;

        PageWork(Pass of, List<ZonedJob> page, Deque<ZonedJob> left) {
            this.of = of;
            this.page = page;
            this.left = left;
        }

        void fill() {
            filling = true;
            while (underWay < AT_ONCE && !left.isEmpty()) {
                underWay++;
                commands.replan(of.shard, left.remove().id(), new Caller(this::answered));
            }
            filling = false;
            if (underWay > 0) {
                return;
            }
            if (refused > 0 && ++of.tries < TRIES) {
                // The same page once more: those that were planned anew are passed over.
                loop.after(IDLE, Replanning.this::look);
            } else {
                of.tries = 0;
                of.passedBy += refused;
                turn(of, page);
            }
        }

        private void answered(JobReply reply) {
            underWay--;
            if (reply instanceof Replanned made) {
                of.tally = of.tally.plus(new Tally(1, made.moved() ? 1 : 0));
                loop.ports.events().replanned(made.moved());
            } else if (mustBeTriedAgain(reply)) {
                refused++;
            }
            if (!filling) {
                fill();
            }
        }
    }

    private static boolean mustBeTriedAgain(JobReply reply) {
        return reply instanceof Refused refused && refused.refusal() != Refusal.NOT_FOUND;
    }

    private void turn(Pass current, List<ZonedJob> page) {
        if (page.size() == PAGE) {
            current.last = page.get(PAGE - 1);
            loop.after(PAUSE_PER_JOB.multipliedBy(PAGE), this::look);
        } else if (current.passedBy > 0) {
            rest(current);
        } else {
            finish(current, PAUSE_PER_JOB.multipliedBy(page.size()));
        }
    }

    private void rest(Pass current) {
        log.warn(
                "jobs are still planned by older rules of their time zones, for each of them was refused {} times"
                        + " shard={} edition={} jobs={} next_try_in_s={}",
                TRIES,
                current.shard.shard,
                current.edition,
                current.passedBy,
                REST.toSeconds());
        current.last = null;
        current.passedBy = 0;
        current.restsUntil = loop.now().plus(REST);
        resting.put(current.shard, current);
        pass = null;
        loop.after(IDLE, this::look);
    }

    private void finish(Pass current, Duration pause) {
        ShardState shard = current.shard;
        loop.ask(
                () -> plans.finish(shard.shard, shard.epoch, current.edition, current.tally, loop.now()),
                (noted, error) -> {
                    if (noted != null) {
                        planned.put(shard, current.edition);
                        pass = null;
                        report(current);
                    }
                    loop.after(noted == null ? IDLE : pause, this::look);
                });
    }

    private static void report(Pass done) {
        if (done.tally.jobs() > 0) {
            log.info(
                    "jobs planned by newer rules of their time zones shard={} edition={} jobs={} moved={}",
                    done.shard.shard,
                    done.edition,
                    done.tally.jobs(),
                    done.tally.moved());
        }
    }
}
