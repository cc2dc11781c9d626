package io.carillon.gateway.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.carillon.domain.access.ApiKey;
import io.carillon.domain.access.KeyText;
import io.carillon.domain.access.Role;
import io.carillon.gateway.access.GrpcAccess;
import io.carillon.gateway.access.KeyRing;
import io.carillon.gateway.access.Need;
import io.carillon.gateway.api.FixedTime;
import io.carillon.gateway.api.MemoryApiKeys;
import io.carillon.proto.v1.JobServiceGrpc;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.Status;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every method with every kind of key, over a real server whose services only say that they were reached. */
class GrpcAccessTest {

    private static final Map<String, Need> CALLS = GrpcAccess.calls();
    private static final Map<String, @Nullable KeyText> KEYS = new LinkedHashMap<>();
    private static final MemoryApiKeys STORE = new MemoryApiKeys();
    private static final KeyRing RING = new KeyRing(STORE, new FixedTime(), Duration.ofHours(1));

    private static Server server;
    private static ManagedChannel channel;

    @BeforeAll
    static void open() throws IOException {
        KEYS.put("none", null);
        int number = 0;
        for (Role role : Role.values()) {
            for (String owner : role == Role.WORKER ? new String[] {"*"} : new String[] {"*", "acme"}) {
                KeyText text = KeyText.of(new UUID(5, ++number), STORE.nextSecret());
                STORE.put(ApiKey.made(text, owner.equals("*") ? null : owner, role, "k", "root", FixedTime.NOW, null));
                KEYS.put(role.text() + " of " + owner, text);
            }
        }
        RING.refresh();
        NettyServerBuilder builder = NettyServerBuilder.forAddress(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .intercept(new AccessInterceptor(RING, CALLS, reason -> {}));
        services().forEach(service -> builder.addService(reached(service)));
        server = builder.build().start();
        channel = NettyChannelBuilder.forAddress(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getPort()))
                .usePlaintext()
                .build();
    }

    @AfterAll
    static void close() {
        channel.shutdownNow();
        server.shutdownNow();
    }

    /** Of our contract, found in its package, and those of the framework that are on. */
    private static List<ServiceDescriptor> services() {
        List<ServiceDescriptor> services = new ArrayList<>();
        for (JavaClass type : new ClassFileImporter().importPackages("io.carillon.proto")) {
            if (type.getSimpleName().endsWith("Grpc") && type.isTopLevelClass()) {
                try {
                    services.add((ServiceDescriptor)
                            type.reflect().getMethod("getServiceDescriptor").invoke(null));
                } catch (ReflectiveOperationException e) {
                    throw new LinkageError(type.getName(), e);
                }
            }
        }
        services.add(HealthGrpc.getServiceDescriptor());
        services.add(ServerReflectionGrpc.getServiceDescriptor());
        return services;
    }

    private static ServerServiceDefinition reached(ServiceDescriptor service) {
        ServerServiceDefinition.Builder builder = ServerServiceDefinition.builder(service);
        service.getMethods().forEach(method -> builder.addMethod(reached(method)));
        return builder.build();
    }

    private static <Q, A> ServerMethodDefinition<Q, A> reached(MethodDescriptor<Q, A> method) {
        ServerCallHandler<Q, A> handler = (call, headers) -> {
            call.close(Status.DATA_LOSS.withDescription("reached"), new Metadata());
            return new ServerCall.Listener<>() {};
        };
        return ServerMethodDefinition.create(method, handler);
    }

    static Stream<Arguments> rows() {
        List<Arguments> rows = new ArrayList<>();
        for (String kind : List.of(
                "none",
                "worker of *",
                "viewer of *",
                "viewer of acme",
                "operator of *",
                "operator of acme",
                "admin of *",
                "admin of acme")) {
            services().stream()
                    .flatMap(service -> service.getMethods().stream())
                    .forEach(method -> rows.add(Arguments.of(kind, method.getFullMethodName(), method)));
        }
        return rows.stream();
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("rows")
    void a_call_is_let_through_with_a_key_that_opens_it_and_with_no_other(
            String kind, String name, MethodDescriptor<?, ?> method) {
        Need need = Objects.requireNonNull(CALLS.get(name), name);
        Status.Code expected;
        if (!need.asksForKey()) {
            expected = Status.Code.DATA_LOSS;
        } else if (kind.equals("none")) {
            expected = Status.Code.UNAUTHENTICATED;
        } else {
            expected = opens(kind, need) ? Status.Code.DATA_LOSS : Status.Code.PERMISSION_DENIED;
        }
        assertThat(call(method, KEYS.get(kind)).getCode()).isEqualTo(expected);
    }

    /** Said again here in other words than {@link Need}'s. */
    private static boolean opens(String kind, Need need) {
        List<String> order = List.of("viewer", "operator", "admin");
        String role = kind.substring(0, kind.indexOf(' '));
        if (need.allOwners() && !kind.endsWith("*")) {
            return false;
        }
        String needed = Objects.requireNonNull(need.role()).text();
        return role.equals(needed)
                || (order.contains(role) && order.contains(needed) && order.indexOf(role) > order.indexOf(needed));
    }

    private static Status call(MethodDescriptor<?, ?> method, @Nullable KeyText key) {
        Metadata headers = new Metadata();
        if (key != null) {
            headers.put(AccessInterceptor.AUTHORIZATION, "Bearer " + key.text());
        }
        return call(method, headers);
    }

    private static <Q, A> Status call(MethodDescriptor<Q, A> method, Metadata headers) {
        CompletableFuture<Status> end = new CompletableFuture<>();
        ClientCall<Q, A> call = channel.newCall(method, CallOptions.DEFAULT.withDeadlineAfter(30, TimeUnit.SECONDS));
        call.start(
                new ClientCall.Listener<>() {
                    @Override
                    public void onClose(Status status, Metadata trailers) {
                        end.complete(status);
                    }
                },
                headers);
        call.halfClose();
        call.request(1);
        return end.orTimeout(30, TimeUnit.SECONDS).join();
    }

    /** A new method is nobody's before somebody has said whose it is. */
    @Test
    void every_method_has_a_row() {
        Set<String> methods = new TreeSet<>();
        services().forEach(service -> service.getMethods().forEach(method -> methods.add(method.getFullMethodName())));
        assertThat(methods).contains("carillon.v1.WorkerService/Connect", "carillon.v1.JobService/CreateJob");
        Set<String> rows = new TreeSet<>(CALLS.keySet());
        // Its newer and its older name.
        rows.removeIf(row -> row.startsWith("grpc.reflection.v1alpha."));
        assertThat(methods).isEqualTo(rows);
    }

    @Test
    void two_keys_are_none_and_a_revoked_one_is_none() {
        KeyText key = KeyText.of(new UUID(5, 99), STORE.nextSecret());
        ApiKey made = ApiKey.made(key, null, Role.ADMIN, "k", "root", FixedTime.NOW, null);
        STORE.put(made);
        RING.refresh();
        MethodDescriptor<?, ?> method = JobServiceGrpc.getGetJobMethod();
        assertThat(call(method, key).getCode()).isEqualTo(Status.Code.DATA_LOSS);
        Metadata twice = new Metadata();
        twice.put(AccessInterceptor.AUTHORIZATION, "Bearer " + key.text());
        twice.put(AccessInterceptor.AUTHORIZATION, "Bearer " + key.text());
        assertThat(call(method, twice).getCode()).isEqualTo(Status.Code.UNAUTHENTICATED);
        STORE.put(made.revoked(FixedTime.NOW));
        RING.refresh();
        assertThat(call(method, key).getCode()).isEqualTo(Status.Code.UNAUTHENTICATED);
    }
}
