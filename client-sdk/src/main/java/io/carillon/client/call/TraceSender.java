package io.carillon.client.call;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import org.jspecify.annotations.Nullable;

/**
 * Tells the member which trace a call belongs to, if it is made within one. Where something else traces gRPC's calls already, its word
 * stands. Thread-safe.
 */
public final class TraceSender implements ClientInterceptor {

    private static final Metadata.Key<String> TRACE_PARENT =
            Metadata.Key.of("traceparent", Metadata.ASCII_STRING_MARSHALLER);

    @Override
    public <Q, A> ClientCall<Q, A> interceptCall(MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
        Context caller = Context.current();
        return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
            @Override
            public void start(Listener<A> listener, Metadata headers) {
                if (!headers.containsKey(TRACE_PARENT)) {
                    W3CTraceContextPropagator.getInstance().inject(caller, headers, TraceSender::put);
                }
                super.start(listener, headers);
            }
        };
    }

    private static void put(@Nullable Metadata headers, String name, String value) {
        if (headers != null) {
            headers.put(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER), value);
        }
    }
}
