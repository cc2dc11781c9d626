package io.carillon.engine.shard;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.job.JobCommand;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.job.Payload;
import io.carillon.domain.retry.FailureKind;
import io.carillon.domain.run.AttemptError;
import io.carillon.domain.run.Outcome;
import io.carillon.domain.run.Run;
import io.carillon.domain.schedule.ScheduleCompiler;
import io.carillon.domain.time.Micros;
import io.carillon.engine.command.Assignment;
import io.carillon.engine.command.Request;
import io.carillon.engine.command.RunCommand;
import io.carillon.engine.command.RunReply;
import io.carillon.engine.port.ZonePlans;
import io.carillon.engine.schedule.ScheduleReader;
import io.carillon.engine.testkit.FakeFences;
import io.carillon.engine.testkit.FakeHandOff;
import io.carillon.engine.testkit.FakeLeases;
import io.carillon.engine.testkit.FakeOwnership;
import io.carillon.engine.testkit.FakeStore;
import io.carillon.engine.testkit.FakeWorkers;
import io.carillon.engine.testkit.Heard;
import io.carillon.engine.testkit.JobMaker;
import io.carillon.engine.testkit.Rows;
import io.carillon.engine.testkit.TestSchedules;
import io.carillon.engine.testkit.VirtualTime;
import io.carillon.engine.zone.AgreedZones;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Members with a loop each, around one database, one grid and one clock. Nothing moves but by {@link #advance} and {@link
 * #settle}; both turn the loops until they are quiet.
 */
final class LoopWorld {

    /** More turns than this without a pause is a loop that runs in circles. */
    private static final int TURNS_MAX = 2_000;
    /** A loop's thread looks by itself this often. */
    private static final Duration PARK_MAX = Duration.ofMillis(500);

    final VirtualTime time;
    final Rows rows;
    final FakeLeases leases = new FakeLeases();
    final FakeFences.Tokens tokens = new FakeFences.Tokens();
    final CountedEvents events = new CountedEvents();
    private final LoopSettings settings;
    private final ScheduleCompiler schedules;
    private final Map<String, Member> members = new LinkedHashMap<>();
    private final List<Heard<?>> questions = new ArrayList<>();

    LoopWorld() {
        this(1, LoopSettings.DEFAULT);
    }

    LoopWorld(long seed, LoopSettings settings) {
        this(seed, settings, new TestSchedules());
    }

    LoopWorld(long seed, LoopSettings settings, ScheduleCompiler schedules) {
        this.settings = settings;
        this.schedules = schedules;
        this.time = new VirtualTime(seed);
        this.rows = new Rows(time::peek);
    }

    /** A member with one loop and no shards; a member of that name that lived before is dead from now on. */
    Member member(String id) {
        return member(new Member(id, schedules, ZonePlans.NONE));
    }

    /** The same with calendars, by these rules of time zones. */
    Member member(String id, AgreedZones zones) {
        return member(new Member(id, new ScheduleReader(zones), zones));
    }

    private Member member(Member member) {
        String id = member.id;
        Member before = members.put(id, member);
        if (before != null) {
            before.dead = true;
        }
        return member;
    }

    Instant now() {
        return time.peek();
    }

    void advance(Duration by) {
        long end = time.elapsedMicros() + by.toNanos() / 1_000;
        settle();
        while (time.elapsedMicros() < end) {
            time.moveTo(Math.min(end, nextEventMicros()));
            settle();
        }
    }

    void advanceTo(Instant instant) {
        advance(Duration.between(now(), instant));
    }

    /** Turns the loops until there is nothing to do at this instant. */
    void settle() {
        int turns = 0;
        boolean busy = true;
        while (busy) {
            time.moveTo(time.elapsedMicros());
            busy = false;
            for (Member member : List.copyOf(members.values())) {
                busy |= member.turn();
            }
            if (++turns > TURNS_MAX) {
                throw new AssertionError("a loop does not come to rest at " + now());
            }
        }
    }

    /** What must hold when nothing is under way; empty if it does. */
    List<String> faults() {
        List<String> faults = new ArrayList<>(rows.brokenLaws());
        questions.stream()
                .filter(question -> question.times() != 1)
                .forEach(question -> faults.add("a request was answered " + question.times() + " times"));
        for (Member member : members.values()) {
            if (!member.dead && !member.stopped) {
                LoopAudit.faultsOf(member.loop, rows, now())
                        .forEach(fault -> faults.add("member " + member.id + ": " + fault));
                if (member.workers.reserved() != 0) {
                    faults.add("member " + member.id + ": slots reserved for ever: " + member.workers.reserved());
                }
            }
        }
        return faults;
    }

    private long nextEventMicros() {
        long now = Micros.of(time.peek());
        long elapsed = time.elapsedMicros();
        long next = Math.min(time.nextTaskMicros(), elapsed + PARK_MAX.toNanos() / 1_000);
        for (Member member : members.values()) {
            if (!member.stopped && !member.dead) {
                next = Math.min(next, elapsed + Math.max(1, Math.min(member.untilMicros - now, Integer.MAX_VALUE)));
            }
        }
        return next;
    }

    /** A grid member: its loop, its way to the store, its gateway's workers. */
    final class Member {

        final String id;
        final FakeStore store = new FakeStore(rows);
        final FakeWorkers workers = new FakeWorkers();
        final FakeHandOff handOff = new FakeHandOff();
        final FakeFences fences = new FakeFences(tokens);
        final FakeOwnership ownership;
        final ShardLoop loop;
        final List<Integer> lost = new ArrayList<>();
        private final List<Heard<?>> asked = new ArrayList<>();
        private boolean stopped;
        private boolean dead;
        private long untilMicros = Long.MIN_VALUE;

        private Member(String id, ScheduleCompiler schedules, ZonePlans zones) {
            this.id = id;
            this.ownership = new FakeOwnership(id);
            handOff.own(workers::serve);
            LoopPorts ports = new LoopPorts(
                    time, store, store, schedules, ownership, fences, leases, workers, handOff, events, zones);
            this.loop = new ShardLoop(ports, settings, lost::add);
        }

        /** Raises the epochs of these shards and serves them. */
        Member gain(Integer... shards) {
            loop.gain(store.gain(Set.of(shards), id).join());
            settle();
            return this;
        }

        Member worker(int slots) {
            workers.connect("worker-" + id, slots, JobMaker.CAPABILITY);
            loop.wake();
            settle();
            return this;
        }

        /** kill -STOP: takes no turns, hears nothing, until it is woken. */
        void stop() {
            stopped = true;
        }

        void wakeUp() {
            stopped = false;
        }

        /** kill -9: whoever waits for its answer gets none. */
        void kill() {
            dead = true;
            questions.removeAll(
                    asked.stream().filter(heard -> !heard.answered()).toList());
        }

        boolean isDead() {
            return dead;
        }

        // ---- what an API asks

        Heard<JobReply> create(JobId job, JobMaker definition) {
            return create(job, definition.make());
        }

        Heard<JobReply> create(JobId job, JobDefinition definition) {
            return ask(new JobCommand.Create(Principal.ANONYMOUS, job, definition));
        }

        Heard<JobReply> replace(JobId job, JobMaker definition) {
            return ask(new JobCommand.Replace(
                    Principal.ANONYMOUS, job, definition.make(), JobCommand.Replace.Existence.REQUIRED, List.of()));
        }

        Heard<JobReply> pause(JobId job) {
            return ask(new JobCommand.Pause(Principal.ANONYMOUS, job, false));
        }

        Heard<JobReply> hold(JobId job) {
            return ask(new JobCommand.Pause(Principal.ANONYMOUS, job, true));
        }

        Heard<JobReply> resume(JobId job) {
            return ask(new JobCommand.Resume(Principal.ANONYMOUS, job));
        }

        Heard<JobReply> delete(JobId job) {
            return delete(job, false);
        }

        Heard<JobReply> delete(JobId job, boolean cancelRunning) {
            return ask(new JobCommand.Delete(Principal.ANONYMOUS, job, cancelRunning));
        }

        Heard<JobReply> trigger(JobId job, String requestId) {
            return trigger(job, requestId, null);
        }

        Heard<JobReply> trigger(JobId job, String requestId, @Nullable Payload payload) {
            return ask(new JobCommand.TriggerNow(Principal.ANONYMOUS, job, payload, requestId));
        }

        Heard<JobReply> cancel(RunId run) {
            return ask(new JobCommand.CancelRun(Principal.ANONYMOUS, run));
        }

        Heard<JobReply> ask(JobCommand command) {
            Heard<JobReply> heard = remember(new Heard<>());
            submit(List.of(new Request.OfJob(command, heard)));
            return heard;
        }

        // ---- what a gateway says

        Heard<RunReply> start(RunId run, String worker) {
            return say(new RunCommand.Start(run, worker, now()));
        }

        Heard<RunReply> accept(Run run) {
            return say(new RunCommand.Accept(run.id(), run.fencingToken()));
        }

        Heard<RunReply> held(Run run, String worker) {
            return say(new RunCommand.Held(run.id(), run.fencingToken(), worker));
        }

        Heard<RunReply> handBack(Run run) {
            workers.finished(run.id(), run.fencingToken());
            return say(new RunCommand.HandBack(run.id(), run.fencingToken()));
        }

        Heard<RunReply> succeed(Run run) {
            return report(run, new Outcome.Success(null));
        }

        Heard<RunReply> fail(Run run, FailureKind kind) {
            return report(run, new Outcome.Failure(kind, new AttemptError("Error", "told to", null), null));
        }

        Heard<RunReply> report(Run run, Outcome outcome) {
            workers.finished(run.id(), run.fencingToken());
            return say(new RunCommand.Report(run.id(), run.fencingToken(), outcome));
        }

        Heard<RunReply> say(RunCommand command) {
            Heard<RunReply> heard = remember(new Heard<>());
            submit(List.of(new Request.OfRun(command, heard)));
            return heard;
        }

        /** Leaves a message for the next turn. */
        Heard<RunReply> sayLater(RunCommand command, Consumer<RunReply> then) {
            Heard<RunReply> heard = remember(new Heard<>());
            loop.submit(List.of(new Request.OfRun(command, reply -> {
                heard.accept(reply);
                then.accept(reply);
            })));
            return heard;
        }

        /** The assignments pushed since the last call, as the runs stood when they were started. */
        List<Run> takeStarted() {
            return workers.takeAssigned().stream().map(Assignment::run).toList();
        }

        /** The one assignment pushed since the last call. */
        Run takeOneStarted() {
            List<Run> started = takeStarted();
            if (started.size() != 1) {
                throw new AssertionError("started at " + now() + ": " + started);
            }
            return started.get(0);
        }

        /** Lets time pass until something is started. */
        Run awaitOneStarted(Duration most) {
            long end = time.elapsedMicros() + most.toNanos() / 1_000;
            List<Run> started = takeStarted();
            while (started.isEmpty() && time.elapsedMicros() < end) {
                advance(Duration.ofMillis(100));
                started = takeStarted();
            }
            if (started.size() != 1) {
                throw new AssertionError("started at " + now() + ": " + started);
            }
            return started.get(0);
        }

        private void submit(Collection<Request> requests) {
            loop.submit(requests);
            settle();
        }

        private <T> Heard<T> remember(Heard<T> heard) {
            questions.add(heard);
            asked.add(heard);
            return heard;
        }

        private boolean turn() {
            if (stopped || dead) {
                return false;
            }
            untilMicros = loop.turn();
            for (Assignment homeless : workers.takeHomeless()) {
                say(homeless);
            }
            return !loop.idle() || untilMicros <= Micros.of(time.peek());
        }

        /** What could not be pushed, the gateway hands back. */
        private void say(Assignment homeless) {
            Run run = homeless.run();
            loop.submit(List.of(
                    new Request.OfRun(new RunCommand.HandBack(run.id(), run.fencingToken()), remember(new Heard<>()))));
        }
    }
}
