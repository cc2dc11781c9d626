package io.carillon.worker;

import io.carillon.client.ChannelSecurity;
import io.carillon.worker.handler.JobHandler;
import io.carillon.worker.runtime.Channels;
import io.carillon.worker.runtime.Handlers;
import io.carillon.worker.runtime.WorkerIdentity;
import io.carillon.worker.runtime.WorkerRuntime;
import io.carillon.worker.time.SystemClock;
import io.carillon.worker.time.WorkerClock;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes a {@link CarillonWorker}. Not thread-safe. */
public final class WorkerBuilder {
    /** A name with several addresses, as of a headless service, spreads the workers over them. */
    private static final Map<String, ?> SPREAD_OVER_ADDRESSES =
            Map.of("loadBalancingConfig", List.of(Map.of("pick_first", Map.of("shuffleAddressList", true))));

    private final Map<String, JobHandler> handlers = new LinkedHashMap<>();
    private List<String> grid = List.of("localhost:9090");
    private @Nullable String id;
    private String pool = "default";
    private int slots = 20;
    private @Nullable JobHandler fallback;
    private Duration shutdownGrace = Duration.ofSeconds(30);
    private ChannelSecurity security = ChannelSecurity.NONE;
    private @Nullable Channels channels;
    private WorkerClock clock = new SystemClock();

    WorkerBuilder() {}

    /** Members as {@code host:port}, one or more, separated by commas; default {@code localhost:9090}. */
    public WorkerBuilder grid(String membersByComma) {
        List<String> members = Stream.of(membersByComma.split(",", -1))
                .map(String::strip)
                .filter(member -> !member.isEmpty())
                .toList();
        if (members.isEmpty()) {
            throw new IllegalArgumentException("grid must name at least one member");
        }
        grid = members;
        return this;
    }

    /** Unique among live workers; a second one with the same id takes the place of the first. Default: host and process id. */
    public WorkerBuilder id(String unique) {
        id = unique;
        return this;
    }

    /** The group of workers it belongs to; default {@code default}. */
    public WorkerBuilder pool(String name) {
        pool = name;
        return this;
    }

    /** How many runs it works on at once, each on a thread of its own; 1 to 100,000, default 20. */
    public WorkerBuilder slots(int count) {
        slots = count;
        return this;
    }

    /** Registers the code that runs jobs with this handler name. */
    public WorkerBuilder handler(String name, JobHandler handler) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a handler's name must not be empty");
        }
        if (handlers.putIfAbsent(name, Objects.requireNonNull(handler, "handler")) != null) {
            throw new IllegalArgumentException("handler " + name + " is registered already");
        }
        return this;
    }

    /** Takes runs whose handler no connected worker of the pool has registered. Without it they are not taken. */
    public WorkerBuilder fallback(JobHandler handler) {
        fallback = handler;
        return this;
    }

    /** How long runs may go on after {@link CarillonWorker#close()}; default 30 s. */
    public WorkerBuilder shutdownGrace(Duration longest) {
        if (longest.isNegative()) {
            throw new IllegalArgumentException("shutdownGrace must not be negative, was " + longest);
        }
        shutdownGrace = longest;
        return this;
    }

    /** The API key that members are shown, of role worker. Over anything but loopback use TLS, too. */
    public WorkerBuilder apiKey(String key) {
        return apiKey(() -> key);
    }

    /** Asked for each connection, so that a key can be rotated while the worker runs. Must not block for long. */
    public WorkerBuilder apiKey(Supplier<String> key) {
        security = security.withApiKey(key);
        return this;
    }

    /**
     * Speaks TLS. Files are read anew for each connection.
     *
     * @param trust certificates in PEM that members' must derive from; null: those that the Java runtime trusts
     */
    public WorkerBuilder tls(@Nullable Path trust) {
        security = security.withTls(trust);
        return this;
    }

    /** Speaks TLS and shows a certificate, both files in PEM, read anew for each connection. */
    public WorkerBuilder clientCertificate(Path certificate, Path privateKey) {
        security = security.withClientCertificate(certificate, privateKey);
        return this;
    }

    /** All of it at once: key, TLS and certificate. */
    public WorkerBuilder security(ChannelSecurity keyAndTls) {
        security = keyAndTls;
        return this;
    }

    /** How the channel to a member is made, for interceptors or in-process; what was said of keys and TLS does not count. */
    public WorkerBuilder channels(Channels factory) {
        channels = factory;
        return this;
    }

    WorkerBuilder clock(WorkerClock timeAndChance) {
        clock = timeAndChance;
        return this;
    }

    /**
     * Starts the worker and returns at once.
     *
     * @throws IllegalStateException without a handler
     */
    public CarillonWorker start() {
        if (handlers.isEmpty() && fallback == null) {
            throw new IllegalStateException("a worker needs a handler");
        }
        WorkerIdentity identity = new WorkerIdentity(id != null ? id : hostAndProcess(), pool, slots);
        ChannelSecurity shown = security;
        Channels making = channels != null
                ? channels
                : target -> shown.channel(target).defaultServiceConfig(SPREAD_OVER_ADDRESSES);
        WorkerRuntime runtime = new WorkerRuntime(identity, grid, new Handlers(handlers, fallback), clock, making);
        runtime.start();
        return new CarillonWorker(identity, runtime, shutdownGrace);
    }

    private static String hostAndProcess() {
        String host;
        try {
            host = InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            // A machine that does not know its own name still has one process id, unique on it.
            host = "unknown-host";
        }
        return host + "-" + ProcessHandle.current().pid();
    }
}
