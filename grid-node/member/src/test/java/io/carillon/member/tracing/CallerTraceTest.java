package io.carillon.member.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

class CallerTraceTest {

    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final Map<String, String> HEADERS = Map.of("traceparent", "00-" + TRACE + "-00f067aa0ba902b7-01");
    private static final Executor SAME_THREAD = Runnable::run;

    /** The stage and what hangs on it are begun by {@code complete}, which nobody traces. */
    @Test
    void what_goes_on_after_a_wait_belongs_to_the_callers_trace() {
        CompletableFuture<Void> awaited = new CompletableFuture<>();
        CompletableFuture<String> seen;
        try (Scope unused = CallerTrace.of(HEADERS::get).makeCurrent()) {
            seen = awaited.thenApplyAsync(done -> trace(), CallerTrace.keptOn(SAME_THREAD))
                    .thenApply(first -> first + " " + trace());
        }

        awaited.complete(null);

        assertThat(seen).isCompletedWithValue(TRACE + " " + TRACE);
        assertThat(Span.fromContext(Context.current()).getSpanContext().isValid())
                .isFalse();
    }

    private static String trace() {
        return Span.current().getSpanContext().getTraceId();
    }
}
