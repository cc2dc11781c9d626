package io.carillon.client;

import io.carillon.client.call.Caller;
import io.carillon.client.call.ClientClock;
import io.carillon.client.call.SystemClock;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes a {@link CarillonClient}. Not thread-safe. */
public final class ClientBuilder {
    /** A page holds up to 1,000 jobs with payloads of up to 64 KiB each. */
    private static final int INBOUND_BYTES_MAX = 128 * 1024 * 1024;

    private static final int ATTEMPTS_OF_A_DEADLINE = 3;

    private final List<String> targets = new ArrayList<>();
    private Duration deadline = Duration.ofSeconds(10);
    private @Nullable Duration attemptTimeout;
    private ChannelSecurity security = ChannelSecurity.NONE;
    private @Nullable Function<String, ManagedChannelBuilder<?>> channels;

    private ClientClock clock = new SystemClock();

    ClientBuilder() {}

    /** Members, each as {@code host:port}; the client spreads its calls over them and fails over. */
    public ClientBuilder target(String... hostsAndPorts) {
        targets.addAll(List.of(hostsAndPorts));
        return this;
    }

    /** By when a call ends, all its attempts together; default 10 s. */
    public ClientBuilder deadline(Duration longest) {
        deadline = requirePositive(longest, "deadline");
        return this;
    }

    /** After how long without an answer the next member is tried; default: a third of the deadline. */
    public ClientBuilder attemptTimeout(Duration longest) {
        attemptTimeout = requirePositive(longest, "attemptTimeout");
        return this;
    }

    /** The API key that is sent with every call. Over anything but loopback use TLS, too. */
    public ClientBuilder apiKey(String key) {
        return apiKey(() -> key);
    }

    /** Asked for every call, so that a key can be rotated while the client runs. Must not block for long. */
    public ClientBuilder apiKey(Supplier<String> key) {
        security = security.withApiKey(key);
        return this;
    }

    /**
     * Speaks TLS.
     *
     * @param trust certificates in PEM that members' must derive from; null: those that the Java runtime trusts
     */
    public ClientBuilder tls(@Nullable Path trust) {
        security = security.withTls(trust);
        return this;
    }

    /** Speaks TLS and shows a certificate, both files in PEM. */
    public ClientBuilder clientCertificate(Path certificate, Path privateKey) {
        security = security.withClientCertificate(certificate, privateKey);
        return this;
    }

    /** All of it at once: key, TLS and certificate. */
    public ClientBuilder security(ChannelSecurity keyAndTls) {
        security = keyAndTls;
        return this;
    }

    /** How the channel to a member is made, for interceptors or in-process; what was said of keys and TLS does not count. */
    public ClientBuilder channels(Function<String, ManagedChannelBuilder<?>> factory) {
        channels = factory;
        return this;
    }

    ClientBuilder clock(ClientClock timeAndChance) {
        clock = timeAndChance;
        return this;
    }

    /** @throws IllegalStateException without a target */
    public CarillonClient build() {
        if (targets.isEmpty()) {
            throw new IllegalStateException("at least one target is needed");
        }
        Duration attempt = attemptTimeout != null ? attemptTimeout : deadline.dividedBy(ATTEMPTS_OF_A_DEADLINE);
        Function<String, ManagedChannelBuilder<?>> making = channels != null ? channels : security::channel;
        List<ManagedChannel> opened = new ArrayList<>();
        for (String target : targets) {
            opened.add(making.apply(target)
                    .maxInboundMessageSize(INBOUND_BYTES_MAX)
                    .build());
        }
        return new CarillonClient(new Caller(opened, clock, timer(), deadline, attempt));
    }

    private static ScheduledThreadPoolExecutor timer() {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "carillon-client-retry");
            thread.setDaemon(true);
            return thread;
        });
        timer.setRemoveOnCancelPolicy(true);
        return timer;
    }

    private static Duration requirePositive(Duration duration, String name) {
        if (duration.isNegative() || duration.isZero()) {
            throw new IllegalArgumentException(name + " must be positive, was " + duration);
        }
        return duration;
    }
}
