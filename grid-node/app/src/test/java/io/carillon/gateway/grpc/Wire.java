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
import java.util.concurrent.TimeUnit;

/** A server as the product runs it, with one service, and a channel to it. */
final class Wire implements AutoCloseable {

    private final Server server;
    final ManagedChannel channel;

    Wire(BindableService service) {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try {
            server = NettyServerBuilder.forAddress(new InetSocketAddress(loopback, 0))
                    .directExecutor()
                    .maxInboundMessageSize(16 << 20)
                    .addService(service)
                    .build()
                    .start();
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
