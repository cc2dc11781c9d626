package io.carillon.gateway.grpc;

import io.grpc.ManagedChannel;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.reflection.v1.ServiceResponse;
import io.grpc.stub.StreamObserver;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** What any gRPC tool can ask a running member: how it is, and what it offers. */
public final class PublicServices implements AutoCloseable {

    private final ManagedChannel channel;

    public PublicServices(int port) {
        channel =
                NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
    }

    public boolean healthy() {
        return HealthGrpc.newBlockingStub(channel)
                        .withDeadlineAfter(20, TimeUnit.SECONDS)
                        .check(HealthCheckRequest.getDefaultInstance())
                        .getStatus()
                == HealthCheckResponse.ServingStatus.SERVING;
    }

    public Set<String> names() {
        CompletableFuture<ServerReflectionResponse> answer = new CompletableFuture<>();
        StreamObserver<ServerReflectionRequest> questions = ServerReflectionGrpc.newStub(channel)
                .serverReflectionInfo(new StreamObserver<>() {
                    @Override
                    public void onNext(ServerReflectionResponse response) {
                        answer.complete(response);
                    }

                    @Override
                    public void onError(Throwable failure) {
                        answer.completeExceptionally(failure);
                    }

                    @Override
                    public void onCompleted() {}
                });
        questions.onNext(
                ServerReflectionRequest.newBuilder().setListServices("*").build());
        Set<String> names =
                answer.orTimeout(20, TimeUnit.SECONDS).join().getListServicesResponse().getServiceList().stream()
                        .map(ServiceResponse::getName)
                        .collect(Collectors.toSet());
        questions.onCompleted();
        return names;
    }

    @Override
    public void close() {
        channel.shutdownNow();
    }
}
