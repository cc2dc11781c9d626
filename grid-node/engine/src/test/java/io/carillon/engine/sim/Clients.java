package io.carillon.engine.sim;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.job.JobCommand;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.job.JobReply.Refusal;
import io.carillon.domain.job.MisfirePolicy;
import io.carillon.domain.job.OverlapPolicy;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.engine.command.Request;
import io.carillon.engine.testkit.JobMaker;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Those who call the API, at whichever member: what was left open they ask again, and what was promised they remember. */
final class Clients {

    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final int TRIES_MAX = 4;

    private final World world;
    private final Chance chance;
    private final Promises promises;
    private final Map<JobId, JobDefinition> created = new HashMap<>();
    private boolean calm;

    Clients(World world) {
        this.world = world;
        this.chance = world.chance.fork();
        this.promises = new Promises(world);
    }

    void begin() {
        world.outside.after(chance.millis(20, 900), () -> {
            if (!calm) {
                act();
                begin();
            }
        });
    }

    boolean isHeld(JobId job) {
        return promises.isHeld(job);
    }

    void check() {
        promises.check();
    }

    /** Nobody asks for anything more, but every job is resumed. */
    void resumeAll() {
        calm = true;
        World.JOBS.forEach(job -> ask(new JobCommand.Resume(Principal.ANONYMOUS, job)));
    }

    /** Every job comes to its end, some by a pause and some by being deleted. */
    void stopAll() {
        for (int n = 0; n < World.JOBS.size(); n++) {
            JobId job = World.JOBS.get(n);
            ask(
                    n % 2 == 0
                            ? new JobCommand.Pause(Principal.ANONYMOUS, job, false)
                            : new JobCommand.Delete(Principal.ANONYMOUS, job, false));
        }
    }

    private void act() {
        JobId job = chance.one(World.JOBS);
        switch (chance.below(18)) {
            case 0, 1, 2, 3, 4, 5 -> create(job);
            case 6 -> ask(new JobCommand.Pause(Principal.ANONYMOUS, job, false));
            case 7 -> ask(new JobCommand.Pause(Principal.ANONYMOUS, job, true));
            case 8, 9 -> ask(new JobCommand.Resume(Principal.ANONYMOUS, job));
            case 10 -> {
                if (chance.oneIn(3)) {
                    ask(new JobCommand.Delete(Principal.ANONYMOUS, job, chance.oneIn(2)));
                }
            }
            case 11, 12 -> ask(new JobCommand.TriggerNow(Principal.ANONYMOUS, job, null, "r" + chance.below(6)));
            case 13 -> redrive();
            case 14, 15 ->
                ask(new JobCommand.Replace(
                        Principal.ANONYMOUS,
                        job,
                        definition(job, world.database.now()),
                        JobCommand.Replace.Existence.REQUIRED,
                        List.of()));
            default -> cancel();
        }
    }

    private void create(JobId job) {
        JobDefinition definition = created.computeIfAbsent(job, id -> definition(id, world.database.now()));
        ask(new JobCommand.Create(Principal.ANONYMOUS, job, definition));
    }

    private JobDefinition definition(JobId job, Instant now) {
        JobMaker maker = switch (chance.below(6)) {
            case 0 -> JobMaker.once(now.plusSeconds(chance.below(60)));
            case 1 -> JobMaker.once(now.minusSeconds(chance.below(500)));
            case 2 -> JobMaker.everySeconds(1).endsAt(now.plusSeconds(60));
            case 3 -> JobMaker.everySeconds(2);
            case 4 -> JobMaker.everySeconds(5).endsAt(now.plusSeconds(100));
            default -> JobMaker.everySeconds(2 + chance.below(20));
        };
        switch (chance.below(4)) {
            case 0 -> maker.overlap(OverlapPolicy.SKIP);
            case 1 -> maker.overlap(OverlapPolicy.QUEUE_ONE);
            default -> maker.overlap(OverlapPolicy.ALLOW);
        }
        if (chance.oneIn(4)) {
            maker.startBefore(Duration.ofSeconds(1 + chance.below(20)));
        }
        return maker.owner(World.ownerOf(job))
                .misfire(chance.one(MisfirePolicy.values()), Duration.ofSeconds(2 + chance.below(30)))
                .retries(chance.below(4))
                .backoff(Duration.ofSeconds(1 + chance.below(4)))
                .key(chance.oneIn(5) ? "key" + chance.below(3) : "of " + job)
                .make();
    }

    private void cancel() {
        List<Run> live = world.database.rows.runs().stream()
                .filter(run -> !run.state().terminal() || chance.oneIn(20))
                .toList();
        if (!live.isEmpty()) {
            ask(new JobCommand.CancelRun(Principal.ANONYMOUS, chance.one(live).id()));
        }
    }

    private void redrive() {
        List<RunId> dead = world.database.rows.runs().stream()
                .filter(run -> run.state() == RunState.DEAD)
                .map(Run::id)
                .toList();
        if (!dead.isEmpty()) {
            ask(new JobCommand.RedriveRun(Principal.ANONYMOUS, chance.one(dead)));
        }
    }

    private void ask(JobCommand command) {
        ask(command, 1);
    }

    private void ask(JobCommand command, int tries) {
        List<SimMember> members = world.members();
        if (members.isEmpty()) {
            againLater(command, tries);
            return;
        }
        SimMember member = chance.one(members);
        long sentMicros = world.agenda.nowMicros();
        boolean[] over = {false};
        promises.sent(command, sentMicros);
        member.node.run(() -> member.mail.submit(List.of(new Request.OfJob(
                command,
                reply -> world.agenda.after(chance.micros(100, 2_000), () -> {
                    if (!over[0]) {
                        over[0] = true;
                        heard(command, reply, sentMicros, tries);
                    }
                })))));
        world.outside.after(PATIENCE, () -> {
            if (!over[0]) {
                over[0] = true;
                againLater(command, tries);
            }
        });
    }

    private void heard(JobCommand command, JobReply reply, long sentMicros, int tries) {
        world.timeline.note("answer", command.getClass().getSimpleName(), command.shard(), nameOf(reply));
        if (reply instanceof JobReply.Refused refused) {
            if (mayBeRepeated(refused.refusal())) {
                againLater(command, tries);
            }
        } else {
            promises.answered(command, reply, sentMicros);
        }
    }

    private static String nameOf(JobReply reply) {
        return reply instanceof JobReply.Refused refused
                ? refused.refusal().name()
                : reply.getClass().getSimpleName();
    }

    private static boolean mayBeRepeated(Refusal refusal) {
        return switch (refusal) {
            case STORE_UNAVAILABLE, NOT_OWNER, OVERLOADED -> true;
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
                    NOT_DEAD -> false;
        };
    }

    private void againLater(JobCommand command, int tries) {
        if (tries < TRIES_MAX || calm) {
            world.outside.after(chance.millis(100, 1_000), () -> ask(command, tries + 1));
        }
    }
}
