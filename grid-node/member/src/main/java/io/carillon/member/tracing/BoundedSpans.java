package io.carillon.member.tracing;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Spans that wait for their export, up to a bound, and what became of all of them. The library's own queue drops in silence, so it is
 * kept from ever being full. Thread-safe.
 */
final class BoundedSpans implements SpanProcessor {

    private static final Duration EXPORT_TIMEOUT = Duration.ofSeconds(10);

    private final SpanProcessor queue;
    private final int waitingMax;
    /** In the queue, or taken out of it and not handed to the exporter yet. */
    private final AtomicInteger waiting = new AtomicInteger();

    private final Counter exported;
    private final Counter failed;
    private final Counter dropped;

    BoundedSpans(SpanExporter exporter, int waitingMax, int batchSpans, MeterRegistry meters) {
        this.waitingMax = waitingMax;
        this.exported = counter(meters, "exported");
        this.failed = counter(meters, "failed");
        this.dropped = counter(meters, "dropped");
        this.queue = BatchSpanProcessor.builder(new Counted(exporter))
                .setMaxQueueSize(waitingMax)
                .setMaxExportBatchSize(batchSpans)
                .setExporterTimeout(EXPORT_TIMEOUT)
                .build();
    }

    private static Counter counter(MeterRegistry meters, String outcome) {
        return Counter.builder("carillon.spans")
                .tag("outcome", outcome)
                .description("Spans that the exporter took, that it could not deliver, and that found no room to wait")
                .register(meters);
    }

    @Override
    public void onStart(Context parent, ReadWriteSpan span) {}

    @Override
    public boolean isStartRequired() {
        return false;
    }

    @Override
    public void onEnd(ReadableSpan span) {
        if (waiting.incrementAndGet() > waitingMax) {
            waiting.decrementAndGet();
            dropped.increment();
            return;
        }
        queue.onEnd(span);
    }

    @Override
    public boolean isEndRequired() {
        return true;
    }

    @Override
    public CompletableResultCode shutdown() {
        return queue.shutdown();
    }

    @Override
    public CompletableResultCode forceFlush() {
        return queue.forceFlush();
    }

    private final class Counted implements SpanExporter {

        private final SpanExporter exporter;

        Counted(SpanExporter exporter) {
            this.exporter = exporter;
        }

        @Override
        public CompletableResultCode export(Collection<SpanData> spans) {
            int count = spans.size();
            waiting.addAndGet(-count);
            try {
                CompletableResultCode result = exporter.export(spans);
                return result.whenComplete(() -> (result.isSuccess() ? exported : failed).increment(count));
            } catch (RuntimeException e) {
                failed.increment(count);
                throw e;
            }
        }

        @Override
        public CompletableResultCode flush() {
            return exporter.flush();
        }

        @Override
        public CompletableResultCode shutdown() {
            return exporter.shutdown();
        }
    }
}
