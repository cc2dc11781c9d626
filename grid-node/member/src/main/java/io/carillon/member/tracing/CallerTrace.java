package io.carillon.member.tracing;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Which trace a call belongs to, as its caller says (W3C trace context). */
public final class CallerTrace {

    private CallerTrace() {}

    /**
     * The context that is to be the current one while the call is handled. Where something else traces the door already, its span is
     * the caller's child, and stays.
     *
     * @param header the value of a header or of a gRPC call's metadata; null: there is none
     */
    public static Context of(Function<String, @Nullable String> header) {
        Context current = Context.current();
        if (Span.fromContext(current).getSpanContext().isValid()) {
            return current;
        }
        return W3CTraceContextPropagator.getInstance().extract(current, header, GETTER);
    }

    /**
     * The same threads, for what a call goes on with later. A stage of a future that is not done yet is begun by whoever completes
     * it, in whose context there is no caller; so the caller's is taken along from here.
     */
    public static Executor keptOn(Executor threads) {
        return Context.current().wrap(threads);
    }

    private static final TextMapGetter<Function<String, @Nullable String>> GETTER = new TextMapGetter<>() {
        @Override
        public Iterable<String> keys(Function<String, @Nullable String> carrier) {
            return List.of();
        }

        @Override
        public @Nullable String get(@Nullable Function<String, @Nullable String> carrier, String key) {
            return carrier == null ? null : carrier.apply(key);
        }
    };
}
