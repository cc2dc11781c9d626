package io.carillon.member.tracing;

import io.carillon.domain.run.Decision.Moved;
import io.carillon.domain.run.Run;
import io.carillon.domain.time.TimeSource;
import io.carillon.engine.command.Owners;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What a member tells of its work in OpenTelemetry's terms. Spans wait in a bounded queue and leave on a thread of their own; what
 * finds it full is lost and counted, and no run waits for it. Thread-safe.
 */
public final class Traces implements AutoCloseable {

    /** No spans at all. */
    public static final Traces NONE = new Traces(null, new GivenIds(), new Share(0));

    private static final int QUEUE_SPANS = 16_384;
    private static final int BATCH_SPANS = 1_024;
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);
    private static final String SCOPE = "io.carillon";

    private final @Nullable SdkTracerProvider provider;
    private final GivenIds ids;
    private final Share share;
    private final @Nullable RunSpans runs;

    private Traces(@Nullable SdkTracerProvider provider, GivenIds ids, Share share) {
        this.provider = provider;
        this.ids = ids;
        this.share = share;
        this.runs = provider == null ? null : new RunSpans(provider.get(SCOPE), ids, share);
    }

    /**
     * Spans for this exporter, which is closed with this.
     *
     * @param ratio the share of runs and jobs that are traced, from 0 to 1; calls of callers who are traced always are
     * @param meters where spans are counted
     */
    public static Traces to(SpanExporter exporter, double ratio, MeterRegistry meters) {
        return to(new BoundedSpans(exporter, QUEUE_SPANS, BATCH_SPANS, meters), ratio);
    }

    static Traces to(SpanProcessor processor, double ratio) {
        GivenIds ids = new GivenIds();
        SdkTracerProvider provider = SdkTracerProvider.builder()
                .setResource(Resource.getDefault().toBuilder()
                        .put("service.name", "carillon")
                        .build())
                .setIdGenerator(ids)
                // Which ones are made is decided before, by the ids of runs and jobs.
                .setSampler(Sampler.alwaysOn())
                .addSpanProcessor(processor)
                .build();
        return new Traces(provider, ids, new Share(ratio));
    }

    public boolean on() {
        return provider != null;
    }

    /** A move of a run became durable. On loop threads; does not block. */
    public void moved(Run before, Moved moved) {
        if (runs != null) {
            runs.moved(before, moved);
        }
    }

    /** The same owners, with spans of the calls that change jobs. */
    public Owners of(Owners owners, TimeSource time) {
        if (provider == null) {
            return owners;
        }
        Tracer tracer = provider.get(SCOPE);
        return new TracedOwners(owners, tracer, ids, share, time);
    }

    /** Sends what waits, for a few seconds. */
    @Override
    public void close() {
        if (provider != null) {
            var unused = provider.shutdown().join(CLOSE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        }
    }
}
