package io.carillon.member;

import io.carillon.engine.grid.GridSettings;
import io.carillon.engine.shard.LoopBounds;
import io.carillon.engine.shard.LoopSettings;
import io.carillon.engine.shard.Patience;
import io.carillon.member.doors.MemberDoors;
import io.carillon.member.tracing.Traces;
import io.carillon.member.wiring.Member;
import io.carillon.member.wiring.MemberSettings;
import io.carillon.persistence.jdbc.StoreSettings;
import io.carillon.worker.WorkerBuilder;
import io.carillon.worker.http.CidrBlock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Makes a {@link CarillonMember}. What is not said has the executable member's default, where nothing else is said here. Not thread-safe. */
public final class MemberBuilder {

    /** As a member of its own keeps it, unless it is told otherwise. */
    private static final Duration AUDIT_RETENTION = Duration.ofDays(365);

    private static final String SCHEMA = "carillon_store";
    private static final int WRITERS = 1;
    private static final int READERS = 4;
    private static final int REDRIVES_PER_SECOND = 200;

    private final List<Consumer<WorkerBuilder>> workers = new ArrayList<>();
    private @Nullable DataSource dataSource;
    private @Nullable String jdbcUrl;
    private String username = "";
    private String password = "";
    private @Nullable String schema = SCHEMA;
    private int writers = WRITERS;
    private int readers = READERS;
    private final Network network = new Network();
    private Duration leaseDuration = Duration.ofSeconds(60);
    private Duration leaseHeartbeat = Duration.ofSeconds(20);
    private Duration handOffTimeout = Duration.ofSeconds(10);
    private Duration cancelGrace = Duration.ofSeconds(30);
    private Duration timeoutGrace = Duration.ofSeconds(30);
    private Duration queueDeadline = Duration.ofMinutes(10);
    private Duration preloadHorizon = Duration.ofSeconds(60);
    private Duration historyRetention = Duration.ofDays(30);
    private int loops = 1;
    private int readyMax = LoopBounds.DEFAULT.waitingMax();
    private int redrivesPerSecond = REDRIVES_PER_SECOND;
    private List<CidrBlock> alertsAllowed = List.of();
    private @Nullable MeterRegistry meters;
    private @Nullable SpanExporter spans;
    private double tracedShare;

    MemberBuilder() {}

    /**
     * PostgreSQL through a pool of the program's own. A member keeps some of its connections for as long as it runs (see {@link
     * #storeConnections}); each goes back as it came. The pool must be of PostgreSQL's own driver, and not behind a pooler that
     * gives each transaction another session.
     */
    public MemberBuilder dataSource(DataSource pool) {
        dataSource = pool;
        return this;
    }

    /** PostgreSQL through connections that the member makes itself; instead of {@link #dataSource}. */
    public MemberBuilder jdbcUrl(String url) {
        jdbcUrl = url;
        return this;
    }

    /** With {@link #jdbcUrl}. */
    public MemberBuilder credentials(String user, String secret) {
        username = user;
        password = secret;
        return this;
    }

    /** Where the member's tables are, made if it is missing; default {@code carillon_store}. All members of a cluster have the same. */
    public MemberBuilder schema(String name) {
        schema = name;
        return this;
    }

    /**
     * Threads, each with a connection, for each of the two kinds of writes and for reads; default 1 and 4, of which a member has
     * {@code 2 * writers + readers + 5} connections at most: 11.
     */
    public MemberBuilder storeConnections(int writing, int reading) {
        writers = writing;
        readers = reading;
        return this;
    }

    /** Members with another name are strangers; default {@code carillon}. */
    public MemberBuilder clusterName(String name) {
        network.clusterName = name;
        return this;
    }

    /** All members, this one included, each as {@code host:port}; default: it is alone. Opens {@link #port}. */
    public MemberBuilder members(String... hostsAndPorts) {
        network.members = List.of(hostsAndPorts);
        return this;
    }

    /** Members of the healthy cluster, kept in the database from the first start on; default: the number of {@link #members}, else 1. */
    public MemberBuilder expectedSize(int count) {
        network.expectedSize = count;
        return this;
    }

    /** The address on which other members come; default 127.0.0.1. Opens {@link #port}. */
    public MemberBuilder bindAddress(String address) {
        network.bindAddress = address;
        return this;
    }

    /** The port on which other members come; default 5701 if there are {@link #members}, else none is opened. */
    public MemberBuilder port(int number) {
        network.port = number;
        return this;
    }

    /** A changed copy of our {@code hazelcast.yaml}; default: the one in the jar. A file of the program's own is never read. */
    public MemberBuilder hazelcastFile(Path file) {
        network.hazelcastFile = file;
        return this;
    }

    /**
     * Fencing tokens from the CP group of the grid, as executable members have them, instead of blocks from PostgreSQL. All members
     * of a cluster have the same.
     */
    public MemberBuilder cpFences(boolean on) {
        network.cpFences = on;
        return this;
    }

    /** Opens a port for remote clients and workers; 0: a free one. Default: none. */
    public MemberBuilder grpcPort(int number) {
        network.grpcPort = number;
        return this;
    }

    /** Where {@link #grpcPort} listens; default 127.0.0.1. */
    public MemberBuilder grpcAddress(String address) {
        network.grpcAddress = address;
        return this;
    }

    /** Lets ports be open beyond this machine although nobody is asked who they are; refused by default. */
    public MemberBuilder insecure(boolean allowed) {
        network.insecure = allowed;
        return this;
    }

    /** How long a worker's right to an attempt lasts, and how often it is renewed; default 60 s and 20 s. */
    public MemberBuilder lease(Duration duration, Duration heartbeat) {
        leaseDuration = within("the lease", duration, Duration.ofSeconds(3), Duration.ofHours(1));
        leaseHeartbeat = within("the heartbeat", heartbeat, Duration.ofMillis(500), duration.dividedBy(2));
        return this;
    }

    /** After which a run handed to a gateway that does not start is offered again; default 10 s. */
    public MemberBuilder handOffTimeout(Duration timeout) {
        handOffTimeout = within("the hand-off timeout", timeout, Duration.ofSeconds(1), Duration.ofMinutes(5));
        return this;
    }

    /** For a worker to stop a run that was cancelled; default 30 s. */
    public MemberBuilder cancelGrace(Duration grace) {
        cancelGrace = within("the grace of a cancel", grace, Duration.ofSeconds(1), Duration.ofHours(1));
        return this;
    }

    /** Beyond a run's time limit for its worker to report the end; default 30 s. */
    public MemberBuilder timeoutGrace(Duration grace) {
        timeoutGrace = within("the grace of a timeout", grace, Duration.ofSeconds(1), Duration.ofHours(1));
        return this;
    }

    /** After which a queued run that is found nowhere in memory is an alarm; default 10 min. */
    public MemberBuilder queueDeadline(Duration deadline) {
        queueDeadline = within("the queue's deadline", deadline, Duration.ofSeconds(10), Duration.ofDays(1));
        return this;
    }

    /**
     * Waiting runs in this member's memory, 100 to 10,000,000; default 200,000. More wait in the database alone, and come in as
     * workers can take them.
     */
    public MemberBuilder readyMax(int count) {
        if (count < 100 || count > 10_000_000) {
            throw new IllegalArgumentException("readyMax must be from 100 to 10,000,000, was " + count);
        }
        readyMax = count;
        return this;
    }

    /** How far ahead due times are kept in memory; default 60 s. */
    public MemberBuilder preloadHorizon(Duration horizon) {
        preloadHorizon = within("the horizon", horizon, Duration.ofSeconds(20), Duration.ofHours(1));
        return this;
    }

    /** How long ended runs are kept; default 30 days. */
    public MemberBuilder historyRetention(Duration retention) {
        historyRetention = within("the retention", retention, Duration.ofDays(1), Duration.ofDays(3_650));
        return this;
    }

    /** Threads that serve shards; default 1. */
    public MemberBuilder loops(int count) {
        if (count < 1 || count > 64) {
            throw new IllegalArgumentException("loops must be from 1 to 64, was " + count);
        }
        loops = count;
        return this;
    }

    /** Runs that redrives of many take back to the queue, over the whole cluster; 1 to 2,000, default 200 a second. */
    public MemberBuilder redrivesPerSecond(int count) {
        if (count < 1 || count > 2_000) {
            throw new IllegalArgumentException("redrivesPerSecond must be from 1 to 2,000, was " + count);
        }
        redrivesPerSecond = count;
        return this;
    }

    /** Loopback and private ranges that owners' webhooks may lie in, as {@code 10.0.0.0/8}; default none. */
    public MemberBuilder alertsAllowed(String... ranges) {
        alertsAllowed = List.of(ranges).stream().map(CidrBlock::parse).toList();
        return this;
    }

    /** Where the member's meters are, named {@code carillon.*}; taken out again when it is closed. Default: nowhere. */
    public MemberBuilder meters(MeterRegistry registry) {
        meters = registry;
        return this;
    }

    /**
     * Spans of runs, attempts and changes of jobs go to this exporter, which is closed with the member that is started. Default: none are
     * made.
     *
     * @param ratio the share of runs and jobs that are traced, from 0 to 1
     */
    public MemberBuilder traces(SpanExporter exporter, double ratio) {
        if (!(ratio >= 0 && ratio <= 1)) {
            throw new IllegalArgumentException("the ratio of traces must be from 0 to 1, was " + ratio);
        }
        spans = exporter;
        tracedShare = ratio;
        return this;
    }

    /** Handlers in this process, as with {@link CarillonMember#startWorker}; may be called for several workers. */
    public MemberBuilder worker(Consumer<WorkerBuilder> worker) {
        workers.add(worker);
        return this;
    }

    /**
     * Starts the member and its workers; blocks until it serves, at most half a minute beyond what PostgreSQL and the other
     * members take.
     *
     * @throws IllegalStateException if something has not been said that must be
     * @throws RuntimeException if something that it needs is not there: says what, and what to do; what was opened is closed again
     */
    public CarillonMember start() {
        CommonPool.prepare();
        MemberSettings settings = settings();
        InetSocketAddress listen = network.grpc();
        MeterRegistry registry = meters == null ? new CompositeMeterRegistry() : meters;
        Member member = new Member(settings, registry, traces(registry));
        CarillonMember started;
        try {
            started = new CarillonMember(member, MemberDoors.open(member, settings, leaseHeartbeat, listen), registry);
        } catch (RuntimeException e) {
            member.close();
            throw e;
        }
        try {
            member.awaitServing();
            workers.forEach(started::startWorker);
            return started;
        } catch (RuntimeException e) {
            started.close();
            throw e;
        }
    }

    /** Made when nothing else can be refused any more: it has a thread, which ends with the member. */
    private Traces traces(MeterRegistry registry) {
        SpanExporter exporter = spans;
        return exporter == null ? Traces.NONE : Traces.to(exporter, tracedShare, registry);
    }

    private MemberSettings settings() {
        LoopSettings loop = LoopSettings.DEFAULT
                .withLease(leaseDuration)
                .withHandOffTimeout(handOffTimeout)
                .withHorizon(preloadHorizon)
                .withWaitingMax(Math.max(1, readyMax / loops))
                .withPatience(new Patience(cancelGrace, timeoutGrace, queueDeadline));
        GridSettings grid = network.grid(Map.of(
                "lease.duration", leaseDuration.toString(),
                "lease.heartbeat", leaseHeartbeat.toString(),
                "handoff.timeout", handOffTimeout.toString()));
        return new MemberSettings(
                store(),
                Duration.ZERO,
                grid,
                network.expectedSize,
                loop,
                loops,
                historyRetention,
                redrivesPerSecond,
                alertsAllowed,
                AUDIT_RETENTION);
    }

    private StoreSettings store() {
        DataSource pool = dataSource;
        if (pool != null) {
            if (jdbcUrl != null) {
                throw new IllegalStateException("say dataSource or jdbcUrl, not both");
            }
            return StoreSettings.of("", "", "")
                    .lentBy(pool)
                    .sized(writers, readers)
                    .inSchema(schema);
        }
        if (jdbcUrl == null) {
            throw new IllegalStateException("a member needs PostgreSQL: say dataSource or jdbcUrl");
        }
        return StoreSettings.of(jdbcUrl, username, password)
                .sized(writers, readers)
                .inSchema(schema);
    }

    private static Duration within(String what, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new IllegalArgumentException(what + " must be from " + least + " to " + most + ", was " + value);
        }
        return value;
    }
}
