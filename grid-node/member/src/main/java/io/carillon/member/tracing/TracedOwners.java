package io.carillon.member.tracing;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.job.JobCommand;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.time.TimeSource;
import io.carillon.engine.command.Owners;
import io.carillon.engine.command.Request;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.time.Instant;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Spans of the calls that make jobs, change and trigger them. A caller who is traced finds one in the caller's own trace; it and the
 * revision's name each other, and the revision is what its runs name. What was not written has no span.
 */
final class TracedOwners implements Owners {

    private static final AttributeKey<String> JOB_ID = AttributeKey.stringKey("carillon.job.id");
    private static final AttributeKey<Long> REVISION = AttributeKey.longKey("carillon.job.revision");
    private static final AttributeKey<String> RUN_ID = AttributeKey.stringKey("carillon.run.id");
    private static final String CREATE = "carillon.job.create";
    private static final String CHANGE = "carillon.job.change";

    private final Owners owners;
    private final Tracer tracer;
    private final GivenIds ids;
    private final Share share;
    private final TimeSource time;

    TracedOwners(Owners owners, Tracer tracer, GivenIds ids, Share share, TimeSource time) {
        this.owners = owners;
        this.tracer = tracer;
        this.ids = ids;
        this.share = share;
        this.time = time;
    }

    @Override
    public void submit(Collection<? extends Request> requests) {
        Context caller = Context.current();
        Instant asked = time.now();
        owners.submit(requests.stream()
                .map(request -> request instanceof Request.OfJob job ? followed(job, caller, asked) : request)
                .toList());
    }

    private Request followed(Request.OfJob request, Context caller, Instant asked) {
        return new Request.OfJob(request.command(), reply -> {
            try {
                tell(request.command(), reply, caller, asked);
            } finally {
                request.replyTo().accept(reply);
            }
        });
    }

    private void tell(JobCommand command, JobReply reply, Context caller, Instant asked) {
        if (reply instanceof JobReply.Created created && !created.existed()) {
            revision(CREATE, created.jobId(), created.revision(), caller, asked);
        } else if (reply instanceof JobReply.Replaced replaced) {
            switch (replaced.how()) {
                case CREATED -> revision(CREATE, replaced.jobId(), replaced.revision(), caller, asked);
                case CHANGED -> revision(CHANGE, replaced.jobId(), replaced.revision(), caller, asked);
                case UNCHANGED -> {}
            }
        } else if (reply instanceof JobReply.Triggered triggered
                && command instanceof JobCommand.TriggerNow trigger
                && isTraced(caller)) {
            trigger(trigger.jobId(), triggered.runId(), caller, asked);
        }
    }

    private void trigger(JobId job, RunId run, Context caller, Instant asked) {
        tracer.spanBuilder("carillon.job.trigger")
                .setParent(caller)
                .addLink(RunSpans.context(SpanIds.traceOf(run), SpanIds.RUN))
                .setStartTimestamp(asked)
                .setAttribute(JOB_ID, job.toString())
                .setAttribute(RUN_ID, run.toString())
                .startSpan()
                .end(time.now());
    }

    private void revision(String what, JobId job, long revision, Context caller, Instant asked) {
        boolean traced = isTraced(caller);
        if (!traced && !share.has(job.value())) {
            return;
        }
        Instant written = time.now();
        SpanContext ofRevision = RunSpans.context(SpanIds.traceOf(job), SpanIds.revision(revision));
        SpanContext ofCall = null;
        if (traced) {
            Span call = tracer.spanBuilder(what)
                    .setParent(caller)
                    .addLink(ofRevision)
                    .setStartTimestamp(asked)
                    .setAttribute(JOB_ID, job.toString())
                    .setAttribute(REVISION, revision)
                    .startSpan();
            call.end(written);
            ofCall = call.getSpanContext();
        }
        ownTrace(what, job, revision, ofCall, asked, written);
    }

    private void ownTrace(
            String what, JobId job, long revision, @Nullable SpanContext ofCall, Instant asked, Instant written) {
        var builder = tracer.spanBuilder(what)
                .setNoParent()
                .setStartTimestamp(asked)
                .setAttribute(JOB_ID, job.toString())
                .setAttribute(REVISION, revision);
        if (ofCall != null) {
            builder.addLink(ofCall);
        }
        ids.start(builder, SpanIds.traceOf(job), SpanIds.revision(revision)).end(written);
    }

    private static boolean isTraced(Context caller) {
        return Span.fromContext(caller).getSpanContext().isSampled();
    }
}
