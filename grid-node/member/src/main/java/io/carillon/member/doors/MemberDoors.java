package io.carillon.member.doors;

import io.carillon.client.ClientBuilder;
import io.carillon.client.call.TraceSender;
import io.carillon.gateway.grpc.TraceInterceptor;
import io.carillon.member.wiring.Member;
import io.carillon.member.wiring.MemberSettings;
import io.carillon.member.wiring.StartException;
import io.carillon.worker.WorkerBuilder;
import io.grpc.Server;
import io.grpc.ServerBuilder;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * How clients and workers come to a member: within the process, over gRPC without a socket, so that all rules and answers are
 * those of any other client; and over a port if one is asked for.
 */
public final class MemberDoors implements AutoCloseable {

    private static final String TARGET = "this process";

    /** As the executable member's: a worker's hello and its heartbeats list all it holds. */
    private static final int INBOUND_BYTES_MAX = 16 * 1024 * 1024;

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration KEEP_ALIVE_MIN = Duration.ofSeconds(10);

    private final String name = InProcessServerBuilder.generateName();
    private final MemberServices services;
    private final boolean traced;
    private final List<Server> servers = new ArrayList<>();
    private final int port;

    private MemberDoors(MemberServices services, boolean traced, @Nullable InetSocketAddress listen)
            throws IOException {
        this.services = services;
        this.traced = traced;
        servers.add(serve(InProcessServerBuilder.forName(name)));
        this.port = listen == null ? 0 : listen(listen);
    }

    /**
     * @param listen where remote clients and workers come; null: nowhere
     * @throws StartException if the port cannot be had
     */
    public static MemberDoors open(
            Member member, MemberSettings settings, Duration heartbeat, @Nullable InetSocketAddress listen) {
        MemberServices services = new MemberServices(member, settings, heartbeat);
        try {
            return new MemberDoors(services, member.traced(), listen);
        } catch (IOException e) {
            services.close();
            throw new StartException(
                    "clients and workers cannot come to " + listen + " (" + e.getMessage()
                            + "): choose another with grpcPort (carillon.grpc.port)",
                    e);
        }
    }

    /** Of the door that others come to; 0: there is none. */
    public int port() {
        return port;
    }

    /** A client of this member. */
    public ClientBuilder client(ClientBuilder builder) {
        return builder.target(TARGET)
                .channels(target -> InProcessChannelBuilder.forName(name).intercept(new TraceSender()));
    }

    /** A worker of this member. */
    public WorkerBuilder worker(WorkerBuilder builder) {
        return builder.grid(TARGET).channels(target -> InProcessChannelBuilder.forName(name));
    }

    /** Takes no more calls, and lets those under way end for a moment. */
    @Override
    public void close() {
        servers.forEach(Server::shutdown);
        try {
            for (Server server : servers) {
                if (!server.awaitTermination(CLOSE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
                    server.shutdownNow();
                }
            }
        } catch (InterruptedException e) {
            servers.forEach(Server::shutdownNow);
            Thread.currentThread().interrupt();
        }
        services.close();
    }

    private int listen(InetSocketAddress address) throws IOException {
        NettyServerBuilder builder = NettyServerBuilder.forAddress(address)
                .permitKeepAliveTime(KEEP_ALIVE_MIN.toSeconds(), TimeUnit.SECONDS)
                .permitKeepAliveWithoutCalls(true)
                .addService(new HealthStatusManager().getHealthService())
                .addService(ProtoReflectionServiceV1.newInstance());
        try {
            Server server = serve(builder);
            servers.add(server);
            return server.getPort();
        } catch (IOException e) {
            servers.forEach(Server::shutdownNow);
            throw e;
        }
    }

    /** On the transport's threads: the services never wait there. */
    private Server serve(ServerBuilder<?> builder) throws IOException {
        services.all().forEach(builder::addService);
        if (traced) {
            builder.intercept(new TraceInterceptor());
        }
        return builder.directExecutor()
                .maxInboundMessageSize(INBOUND_BYTES_MAX)
                .build()
                .start();
    }
}
