package io.carillon.member.tracing;

import io.carillon.domain.run.AttemptEnd;
import io.carillon.domain.run.AttemptError;
import io.carillon.domain.run.AttemptRecord;
import io.carillon.domain.run.Decision.Moved;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.domain.run.RunTransition;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The spans of a run, written when what they tell of is durable: one for the run, and below it one for each attempt. An owner
 * that dies between the commit and the export takes them along; the run itself does not depend on them. Called on loop threads.
 *
 * <p>Of an error they tell the type. What it says may be anybody's business but not that of those who watch.
 */
final class RunSpans {

    private static final AttributeKey<String> RUN_ID = AttributeKey.stringKey("carillon.run.id");
    private static final AttributeKey<String> JOB_ID = AttributeKey.stringKey("carillon.job.id");
    private static final AttributeKey<Long> REVISION = AttributeKey.longKey("carillon.job.revision");
    private static final AttributeKey<String> OWNER = AttributeKey.stringKey("carillon.owner");
    private static final AttributeKey<String> POOL = AttributeKey.stringKey("carillon.pool");
    private static final AttributeKey<String> TRIGGER = AttributeKey.stringKey("carillon.trigger");
    private static final AttributeKey<String> NOMINAL_AT = AttributeKey.stringKey("carillon.nominal_at");
    private static final AttributeKey<String> STATE = AttributeKey.stringKey("carillon.run.state");
    private static final AttributeKey<String> END = AttributeKey.stringKey("carillon.attempt.end");
    private static final AttributeKey<Long> ATTEMPT = AttributeKey.longKey("carillon.attempt");
    private static final AttributeKey<Long> TOKEN = AttributeKey.longKey("carillon.fencing_token");
    private static final AttributeKey<String> WORKER = AttributeKey.stringKey("carillon.worker.id");
    private static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");

    private final Tracer tracer;
    private final GivenIds ids;
    private final Share share;

    RunSpans(Tracer tracer, GivenIds ids, Share share) {
        this.tracer = tracer;
        this.ids = ids;
        this.share = share;
    }

    void moved(Run before, Moved moved) {
        Run after = moved.run();
        if (!share.has(after.id().value())) {
            return;
        }
        boolean starts = moved.transition() == RunTransition.START;
        if (before.fencingToken() == 0 && (starts || after.state().terminal())) {
            waiting(after, starts ? after.startedAt() : after.endedAt());
        } else if (before.state() == RunState.RUNNING && after.state() != RunState.RUNNING) {
            attempt(before, moved);
        } else if (after.state().terminal()) {
            endBetweenAttempts(after);
        }
    }

    /**
     * The run itself, above all attempts: from its due time to its first start, or to its end without one. Every token is above zero,
     * so there is one of them, however often the run starts.
     */
    private void waiting(Run run, @Nullable Instant until) {
        if (until == null) {
            return;
        }
        // A run that is cancelled before its time ends before it is due.
        Instant from = until.isBefore(run.dueAt()) ? until : run.dueAt();
        SpanBuilder builder = tracer.spanBuilder("carillon.run")
                .setNoParent()
                .setStartTimestamp(from)
                .addLink(context(SpanIds.traceOf(run.jobId()), SpanIds.revision(run.revision())))
                .setAttribute(RUN_ID, run.id().toString())
                .setAttribute(JOB_ID, run.jobId().toString())
                .setAttribute(REVISION, run.revision())
                .setAttribute(OWNER, run.ownerId())
                .setAttribute(POOL, run.pool())
                .setAttribute(TRIGGER, word(run.trigger()))
                .setAttribute(NOMINAL_AT, run.nominalAt().toString());
        if (run.state().terminal()) {
            builder.setAttribute(STATE, word(run.state()));
        }
        ids.start(builder, SpanIds.traceOf(run.id()), SpanIds.RUN).end(until);
    }

    private void attempt(Run before, Moved moved) {
        Run after = moved.run();
        Instant startedAt = before.startedAt();
        AttemptRecord record = moved.attempt();
        Instant endedAt = record == null ? after.endedAt() : record.endedAt();
        if (startedAt == null || endedAt == null) {
            return;
        }
        AttemptEnd end = after.lastEnd();
        SpanBuilder builder = below("carillon.attempt", startedAt, before)
                .setAttribute(ATTEMPT, (long) before.attempt())
                .setAttribute(TOKEN, before.fencingToken())
                .setAttribute(WORKER, String.valueOf(before.workerId()))
                .setAttribute(END, word(end))
                .setAttribute(STATE, word(after.state()));
        Span span = ids.start(builder, SpanIds.traceOf(before.id()), SpanIds.attempt(before.fencingToken()));
        if (end != AttemptEnd.SUCCEEDED) {
            fail(span, word(end), record == null ? null : record.error());
        }
        span.end(endedAt);
    }

    /** Cancelled while it waited for its next attempt. */
    private void endBetweenAttempts(Run run) {
        Instant endedAt = run.endedAt();
        if (endedAt != null) {
            SpanBuilder builder = below("carillon.run.end", endedAt, run).setAttribute(STATE, word(run.state()));
            ids.start(builder, SpanIds.traceOf(run.id()), SpanIds.end(run.version()))
                    .end(endedAt);
        }
    }

    private SpanBuilder below(String name, Instant from, Run run) {
        return tracer.spanBuilder(name)
                .setParent(Context.root().with(Span.wrap(context(SpanIds.traceOf(run.id()), SpanIds.RUN))))
                .setStartTimestamp(from)
                .setAttribute(RUN_ID, run.id().toString())
                .setAttribute(JOB_ID, run.jobId().toString());
    }

    static SpanContext context(String trace, String span) {
        return SpanContext.createFromRemoteParent(trace, span, TraceFlags.getSampled(), TraceState.getDefault());
    }

    private static void fail(Span span, String how, @Nullable AttemptError error) {
        span.setStatus(StatusCode.ERROR, how);
        if (error != null) {
            span.setAttribute(ERROR_TYPE, error.type());
        }
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
