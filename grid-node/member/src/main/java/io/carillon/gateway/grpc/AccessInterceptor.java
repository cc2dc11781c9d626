package io.carillon.gateway.grpc;

import io.carillon.domain.access.Principal;
import io.carillon.gateway.access.AccessEvents;
import io.carillon.gateway.access.AccessEvents.Reason;
import io.carillon.gateway.access.Credential;
import io.carillon.gateway.access.KeyRing;
import io.carillon.gateway.access.Need;
import io.carillon.gateway.api.Problem;
import io.carillon.gateway.api.ProblemType;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.StatusRuntimeException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Lets a call through to its service if its key opens it. Never blocks: calls come on the transport's threads. */
public final class AccessInterceptor implements ServerInterceptor {

    static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

    private static final Context.Key<Credential> CREDENTIAL = Context.key("carillon-credential");

    private final KeyRing keys;
    private final Map<String, Need> calls;
    private final AccessEvents events;

    /** @param calls by their full names; what is not among them is refused */
    public AccessInterceptor(KeyRing keys, Map<String, Need> calls, AccessEvents events) {
        this.keys = keys;
        this.calls = Map.copyOf(calls);
        this.events = events;
    }

    /** Who makes the calls that have come through an interceptor of this kind. */
    public static GrpcCaller callers() {
        return new GrpcCaller() {
            @Override
            public Principal get() {
                return current().principal();
            }

            @Override
            public Supplier<Principal> lasting() {
                Credential key = current();
                return () -> {
                    if (!key.isGood()) {
                        throw unauthenticated().toException();
                    }
                    return key.principal();
                };
            }
        };
    }

    /** The key of the call that is being handled on this thread; null: there is no access control. */
    static @Nullable Credential credential() {
        return CREDENTIAL.get();
    }

    private static Credential current() {
        return Objects.requireNonNull(credential(), "a call has come to its service without a key");
    }

    static Problem unauthenticated() {
        return Problem.of(
                ProblemType.UNAUTHENTICATED, "send a good API key with the metadata authorization: Bearer <key>");
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        Need need = calls.get(call.getMethodDescriptor().getFullMethodName());
        if (need != null && !need.asksForKey()) {
            return next.startCall(call, headers);
        }
        KeyRing.Check check = keys.check(authorization(headers), addressOf(call));
        if (check instanceof KeyRing.Unknown) {
            return turnAway(
                    call,
                    Reason.UNKNOWN,
                    Problem.passing(ProblemType.STORE_UNAVAILABLE, "keys cannot be looked at now"));
        }
        if (!(check instanceof KeyRing.Accepted accepted)) {
            return turnAway(call, Reason.UNAUTHENTICATED, unauthenticated());
        }
        Credential key = accepted.credential();
        if (need == null || !need.isMetBy(key)) {
            String wanted = need == null ? "no role at all" : need.words();
            return turnAway(
                    call,
                    Reason.FORBIDDEN,
                    Problem.of(
                            ProblemType.FORBIDDEN,
                            "this call needs a key of " + wanted + "; yours has role "
                                    + key.role().text()));
        }
        return Contexts.interceptCall(Context.current().withValue(CREDENTIAL, key), call, headers, next);
    }

    private <Q, A> ServerCall.Listener<Q> turnAway(ServerCall<Q, A> call, Reason reason, Problem problem) {
        events.turnedAway(reason);
        StatusRuntimeException refusal = WireProblems.toStatus(problem);
        call.close(refusal.getStatus(), Objects.requireNonNullElseGet(refusal.getTrailers(), Metadata::new));
        return new ServerCall.Listener<>() {};
    }

    /** Two are none: which one counts is not for us to choose. */
    private static @Nullable String authorization(Metadata headers) {
        Iterable<String> values = headers.getAll(AUTHORIZATION);
        if (values == null) {
            return null;
        }
        Iterator<String> each = values.iterator();
        String value = each.next();
        return each.hasNext() ? null : value;
    }

    private static @Nullable String addressOf(ServerCall<?, ?> call) {
        SocketAddress address = call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
        return address instanceof InetSocketAddress inet && inet.getAddress() != null
                ? inet.getAddress().getHostAddress()
                : null;
    }
}
