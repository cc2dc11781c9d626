package io.carillon.member.tracing;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.sdk.trace.IdGenerator;
import org.jspecify.annotations.Nullable;

/** Lets a span have an id that is known beforehand, which the library has no other way for. Thread-safe. */
final class GivenIds implements IdGenerator {

    private static final ThreadLocal<@Nullable Ids> GIVEN = new ThreadLocal<>();

    private final IdGenerator random = IdGenerator.random();

    private record Ids(String trace, String span) {}

    /** Starts the span under these ids; the trace's counts only if the span has no parent. */
    Span start(SpanBuilder builder, String trace, String span) {
        GIVEN.set(new Ids(trace, span));
        try {
            return builder.startSpan();
        } finally {
            GIVEN.remove();
        }
    }

    @Override
    public String generateSpanId() {
        Ids ids = GIVEN.get();
        return ids == null ? random.generateSpanId() : ids.span();
    }

    @Override
    public String generateTraceId() {
        Ids ids = GIVEN.get();
        return ids == null ? random.generateTraceId() : ids.trace();
    }
}
