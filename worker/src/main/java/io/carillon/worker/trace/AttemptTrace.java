package io.carillon.worker.trace;

import io.carillon.worker.state.AttemptKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Context;
import java.util.HexFormat;
import java.util.UUID;

/**
 * The span of an attempt, as a parent for what its handler does. All attempts of a run are one trace, whose id is the run's, so that
 * who has the one finds the other; members that write traces give the attempt's span the same ids.
 *
 * <p>It is marked as sampled: the other mark would keep most targets from tracing at all.
 */
public final class AttemptTrace {

    private final String traceId;
    private final String spanId;

    private AttemptTrace(String traceId, String spanId) {
        this.traceId = traceId;
        this.spanId = spanId;
    }

    /** @param fencingToken positive; the top bit keeps the span's id from being all zeros, which is not allowed */
    public static AttemptTrace of(UUID runId, long fencingToken) {
        HexFormat hex = HexFormat.of();
        return new AttemptTrace(
                hex.toHexDigits(runId.getMostSignificantBits()) + hex.toHexDigits(runId.getLeastSignificantBits()),
                hex.toHexDigits(fencingToken | Long.MIN_VALUE));
    }

    /** The value of W3C's {@code traceparent}. */
    public String traceParent() {
        return "00-" + traceId + "-" + spanId + "-01";
    }

    /** The context of an attempt as the grid names it. Of a run whose id is none of ours: no trace, and that is all. */
    public static Context contextOf(AttemptKey attempt) {
        try {
            return of(UUID.fromString(attempt.runId()), attempt.fencingToken()).context();
        } catch (IllegalArgumentException e) {
            return Context.root();
        }
    }

    /** To be the current one on the handler's thread: spans that it makes are then the attempt's children. */
    public Context context() {
        SpanContext parent =
                SpanContext.createFromRemoteParent(traceId, spanId, TraceFlags.getSampled(), TraceState.getDefault());
        return Context.root().with(Span.wrap(parent));
    }
}
