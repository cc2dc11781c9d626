package io.carillon.verify.run;

import io.carillon.verify.cluster.ClusterPlan;
import io.carillon.verify.cluster.Door;
import io.carillon.verify.cluster.LocalCluster;
import io.carillon.verify.cluster.StoreServer;
import io.carillon.verify.evidence.Closing;
import io.carillon.verify.evidence.EvidenceFile;
import io.carillon.verify.evidence.Outcome;
import io.carillon.verify.evidence.Setting;
import io.carillon.verify.evidence.Trouble;
import io.carillon.verify.fault.FaultInjector;
import io.carillon.verify.load.LoadDriver;
import io.carillon.verify.load.LoadOptions;
import io.carillon.verify.load.LoadPlan;
import io.carillon.verify.record.Recorder;
import io.carillon.verify.time.SystemClock;
import io.carillon.verify.witness.HttpWitness;
import io.carillon.verify.witness.Sightings;
import io.carillon.verify.witness.WorkerWitness;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes evidence: starts a cluster or finds one, puts load on it, does things to it, and writes down all that is seen. Judges
 * nothing. To be used once; {@link #close} may be called by another thread at any time, and ends everything that was started.
 */
public final class Verification implements AutoCloseable {

    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final List<String> MEMBER_SETTINGS =
            List.of("--carillon.lease.duration=" + LEASE.toSeconds() + "s", "--carillon.lease.heartbeat=3s");
    private static final String MEMBER_HEAP = "-Xmx640m";

    /** What members and workers may take to start without being late for the night, on a machine that does something else too. */
    private static final Duration START_UP = Duration.ofSeconds(75);

    private static final Duration CONNECT_LONGEST = Duration.ofSeconds(30);
    private static final Duration LEAD = Duration.ofSeconds(2);
    private static final Duration PROGRESS = Duration.ofSeconds(5);
    /** Without a fault, at least. */
    private static final Duration SETTLE = LEASE.plusSeconds(5);
    /** Whoever forgives more than this is told less of what was lost. */
    private static final Duration SETTLE_LONGEST = Duration.ofMinutes(10);

    private static final Duration REQUESTS_LONGEST = Duration.ofMinutes(2);
    private static final Duration QUIET_LONGEST = Duration.ofMinutes(4);
    /** Of our own store the offset is exact; what is left is the time that a reading takes. */
    private static final Duration CLOCK_ERROR = Duration.ofMillis(5);

    private final VerifyOptions options;
    private final StoreFactory stores;
    private final Path ownJar;
    private final Workspace workspace;
    private final Consumer<String> out;
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private boolean closed;
    private boolean sound = true;

    /**
     * @param ownJar the program that runs this, which is put to the test unless the options name another
     * @param out told in lines how it goes
     * @throws OptionException if the folder for the report cannot be used
     */
    public Verification(VerifyOptions options, StoreFactory stores, Path ownJar, Consumer<String> out) {
        this.options = options;
        this.stores = stores;
        this.ownJar = ownJar;
        this.workspace = Workspace.open(options.reportDir());
        this.out = out;
    }

    /**
     * Blocks until all is written down.
     *
     * @return the evidence
     * @throws RuntimeException if it could not be taken, with one line that says why
     */
    public Path run() throws InterruptedException, IOException {
        SystemClock clock = new SystemClock(Duration.ZERO);
        Duration clockError = CLOCK_ERROR;
        Instant wanted = clock.now();
        LocalCluster cluster = null;
        List<Door> doors = options.existing();
        if (doors.isEmpty()) {
            say("starting PostgreSQL");
            StoreServer store = open(stores.create(workspace.store()));
            if (!(options.night() instanceof StoreNight.Now)) {
                wanted = options.night().begin(clock.now(), options.length());
                clock = new SystemClock(Duration.between(clock.now(), wanted.minus(START_UP)));
                StoreClock.move(store, clock.offset());
                say("its clock is at " + clock.now() + ", before "
                        + options.night().words());
            }
            cluster = startCluster(store, clock);
            doors = cluster.doors();
        } else {
            ClockProbe.Found found = ClockProbe.measure(doors.get(0), options.keys(), clock);
            clock = new SystemClock(found.offset());
            clockError = found.error();
        }
        EvidenceFile file = open(EvidenceFile.create(workspace.evidence()));
        Recorder recorder = new Recorder(file, clock);
        Instant soonest = clock.now().plus(LEAD);
        // Times of jobs follow from it, and are kept to the microsecond: what is finer is never seen again.
        Instant begin = (wanted.isAfter(soonest) ? wanted : soonest).truncatedTo(ChronoUnit.MILLIS);
        recorder.add(new Setting(options.seed(), begin, clockError, planned(wanted)));
        take(clock, recorder, doors, cluster, begin);
        file.flush();
        return workspace.evidence();
    }

    private Map<String, String> planned(Instant wantedBegin) {
        Map<String, String> planned = new HashMap<>();
        planned.put("run", options.words());
        planned.put("at", options.night().words());
        planned.put(
                Setting.PLANNED_FAULTS, String.valueOf(options.plan().faults().size()));
        planned.put(
                Setting.PLANNED_JOBS,
                String.valueOf(options.crons()
                        + LoadPlan.oneOffsBy(options.length(), options.oneOffsPerSecond(), options.length())));
        options.night()
                .change(wantedBegin, options.length())
                .ifPresent(at -> planned.put(Setting.CLOCKS_CHANGED_AT, at.toString()));
        return planned;
    }

    /** Ends everything that was started, the last first. */
    @Override
    public void close() {
        List<AutoCloseable> parts;
        synchronized (opened) {
            closed = true;
            parts = new ArrayList<>(opened);
            opened.clear();
        }
        for (AutoCloseable part : parts) {
            try {
                part.close();
            } catch (Exception e) {
                say("not ended: " + e.getMessage());
            }
        }
    }

    /**
     * After the end: removes what the processes left behind.
     *
     * @param keepLogs their logs stay; they do in any case if something stood out
     */
    public void tidy(boolean keepLogs) {
        if (keepLogs || !sound) {
            workspace.keepStoreLog();
        } else {
            workspace.deleteLogs();
        }
        workspace.deleteStore();
    }

    private LocalCluster startCluster(StoreServer store, SystemClock clock) throws InterruptedException {
        List<String> jvm = new ArrayList<>(ClusterPlan.SHORT_LIVED);
        jvm.add(MEMBER_HEAP);
        jvm.addAll(options.memberJvm());
        List<String> settings = new ArrayList<>(MEMBER_SETTINGS);
        settings.addAll(options.memberSettings());
        Path jar = options.memberJar();
        ClusterPlan plan = new ClusterPlan(
                options.members(),
                options.workers(),
                jar == null ? ownJar : jar,
                options.workerJar(),
                jvm,
                settings,
                options.slots(),
                workspace.logs());
        LocalCluster cluster = open(new LocalCluster(plan, store, clock));
        say("starting " + options.members() + " members and " + options.workers() + " workers");
        cluster.start();
        return cluster;
    }

    private void take(
            SystemClock clock, Recorder recorder, List<Door> doors, @Nullable LocalCluster cluster, Instant begin)
            throws InterruptedException, IOException {
        String owner = "verify-" + options.seed() + "-" + begin.getEpochSecond();
        Sightings sightings = new Sightings(recorder);
        HttpWitness http = open(HttpWitness.start(sightings));
        WorkerWitness worker = open(new WorkerWitness(sightings, clock, doors, options.keys(), owner));
        worker.awaitConnected(CONNECT_LONGEST);
        LoadOptions load = new LoadOptions(
                options.oneOffsPerSecond(),
                options.crons(),
                options.length(),
                owner,
                owner,
                cluster == null ? null : http.url(),
                options.night().zone());
        LoadDriver driver = open(new LoadDriver(doors, options.keys(), owner, sightings, recorder, clock));
        FaultInjector injector = null;
        if (cluster != null) {
            injector =
                    open(new FaultInjector(cluster, recorder, clock, 1, LEASE, line -> say(at(clock, begin) + line)));
            injector.supervise();
            FaultInjector.shortfall(options.faults()).ifPresent(words -> {
                recorder.note(words);
                say("NOTE: " + words);
            });
        }
        say("load and faults for " + options.length().toSeconds() + " s, seed " + options.seed() + ": "
                + options.words());
        Thread faults = inject(injector, begin);
        ScheduledExecutorService progress = progress(clock, begin, sightings, driver);
        driver.run(LoadPlan.of(options.seed(), load, begin), begin);
        Instant judgedUntil = begin.plus(options.length());
        clock.pauseUntil(judgedUntil);
        faults.join();
        say("load over; nothing goes wrong any more, waiting until what was owed has ended");
        boolean whole = injector == null || injector.end();
        if (!whole) {
            sound = false;
            recorder.trouble(
                    Trouble.Kind.NOT_WHOLE, null, null, "the cluster did not become whole again after the last fault");
            say("NOTE: the cluster is not whole again");
        }
        // Whoever waited for an answer during a fault has this time to catch up.
        boolean caughtUp = driver.awaitCaughtUp(options.tolerances().recovery());
        if (!caughtUp) {
            say("callers still wait for answers");
        }
        if (!driver.awaitIdle(REQUESTS_LONGEST)) {
            sound = false;
            recorder.trouble(Trouble.Kind.LOAD_LEFT_OUT, null, null, "requests were given up at the end of the load");
            say("NOTE: requests were given up");
        }
        if (driver.givenUp() > 0) {
            recorder.note(driver.givenUp() + " jobs were not asked for: their callers still waited for other answers");
            say("NOTE: " + driver.givenUp() + " jobs were not asked for: their callers still waited for other answers");
        }
        if (driver.dropped() > 0) {
            recorder.trouble(
                    Trouble.Kind.LOAD_LEFT_OUT,
                    null,
                    null,
                    driver.dropped() + " planned requests were not made: callers still waited for answers when the load"
                            + " was over and the cluster had been whole for "
                            + options.tolerances().recovery().toSeconds() + " s");
        }
        ApiReader api = new ApiReader(doors, options.keys(), clock);
        Aftermath aftermath = new Aftermath(api, recorder, sightings, clock, List.of(owner, load.cappedOwner()));
        driver.pause(api.repeating(List.of(owner, load.cappedOwner())));
        boolean paused = driver.awaitIdle(REQUESTS_LONGEST);
        Duration settle = settle();
        say("reading it in " + settle.toSeconds() + " s: what is late by then is lost");
        if (!paused || !aftermath.awaitQuiet(settle, settle.plus(QUIET_LONGEST))) {
            sound = false;
            recorder.trouble(
                    Trouble.Kind.NOT_ENDED,
                    null,
                    null,
                    paused
                            ? "runs that were due had not ended "
                                    + settle.plus(QUIET_LONGEST).toSeconds() + " s after the load"
                            : "jobs could not be paused after the load");
            say("NOTE: runs that were due have not ended");
        }
        progress.shutdownNow();
        Instant closedAt = sightings.close();
        say("reading what the product says of it");
        aftermath.read(begin.minus(Duration.ofMinutes(1)), judgedUntil.plusSeconds(1));
        recorder.add(new Closing(judgedUntil, closedAt));
        if (cluster == null) {
            api.deleteJobs(List.of(owner, load.cappedOwner()));
        }
    }

    /** So long everything must be quiet before what has not come counts as lost. */
    private Duration settle() {
        Duration allowed = options.faults().isEmpty() ? options.tolerances().lateMax() : options.calm();
        Duration least = allowed.compareTo(SETTLE) < 0 ? SETTLE : allowed;
        return least.compareTo(SETTLE_LONGEST) > 0 ? SETTLE_LONGEST : least;
    }

    private Thread inject(@Nullable FaultInjector injector, Instant begin) {
        Thread thread = new Thread(
                () -> {
                    try {
                        if (injector != null) {
                            injector.run(options.plan(), begin);
                        }
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "faults");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // it runs until it is shut down
    private ScheduledExecutorService progress(
            SystemClock clock, Instant begin, Sightings sightings, LoadDriver driver) {
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "progress");
            thread.setDaemon(true);
            return thread;
        });
        timer.scheduleAtFixedRate(
                () -> say(at(clock, begin)
                        + String.format(
                                Locale.ROOT,
                                "%,d acknowledged, %,d refused, %,d unknown; %,d calls, latest %.1f s",
                                driver.tally().of(Outcome.ACKNOWLEDGED),
                                driver.tally().of(Outcome.REFUSED),
                                driver.tally().of(Outcome.UNKNOWN),
                                sightings.calls(),
                                sightings.latestSinceLast().toMillis() / 1_000.0)),
                PROGRESS.toSeconds(),
                PROGRESS.toSeconds(),
                TimeUnit.SECONDS);
        return timer;
    }

    private static String at(SystemClock clock, Instant begin) {
        return String.format(
                Locale.ROOT, "%6.1f s  ", Duration.between(begin, clock.now()).toMillis() / 1_000.0);
    }

    private synchronized void say(String line) {
        out.accept(line);
    }

    private <T extends AutoCloseable> T open(T part) {
        synchronized (opened) {
            if (!closed) {
                opened.addFirst(part);
                return part;
            }
        }
        try {
            part.close();
        } catch (Exception e) {
            throw new IllegalStateException("interrupted, and " + part + " does not end", e);
        }
        throw new IllegalStateException("interrupted");
    }
}
