package io.carillon.gateway.grpc;

import io.grpc.BindableService;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** A server as the product runs it, with some of its services, and a channel to it. */
final class Wire implements AutoCloseable {

    private final Server server;
    final ManagedChannel channel;

    Wire(BindableService... services) {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try {
            NettyServerBuilder builder = NettyServerBuilder.forAddress(new InetSocketAddress(loopback, 0))
                    .directExecutor()
                    .maxInboundMessageSize(16 << 20);
            Arrays.stream(services).forEach(builder::addService);
            server = builder.build().start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        channel = NettyChannelBuilder.forAddress(new InetSocketAddress(loopback, server.getPort()))
                .usePlaintext()
                // Outsized messages must fail the test that gets them.
                .maxInboundMessageSize(1 << 20)
                .build();
    }

    int port() {
        return server.getPort();
    }

    @Override
    public void close() throws InterruptedException {
        channel.shutdownNow();
        server.shutdownNow();
        server.awaitTermination(5, TimeUnit.SECONDS);
    }
}
