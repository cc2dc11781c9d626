package io.carillon.gateway.grpc;

import io.carillon.member.tracing.CallerTrace;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;

/** Has a call handled in the trace that its caller names. */
public final class TraceInterceptor implements ServerInterceptor {

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        Context caller = CallerTrace.of(name -> headers.get(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER)));
        try (Scope unused = caller.makeCurrent()) {
            return new InTrace<>(next.startCall(call, headers), caller);
        }
    }

    /** Requests come on any thread; each is handled in the same context. */
    private static final class InTrace<Q> extends SimpleForwardingServerCallListener<Q> {

        private final Context caller;

        InTrace(ServerCall.Listener<Q> listener, Context caller) {
            super(listener);
            this.caller = caller;
        }

        @Override
        public void onMessage(Q message) {
            try (Scope unused = caller.makeCurrent()) {
                super.onMessage(message);
            }
        }

        @Override
        public void onHalfClose() {
            try (Scope unused = caller.makeCurrent()) {
                super.onHalfClose();
            }
        }
    }
}
