package io.carillon.member.tracing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.time.Duration;
import java.util.Collection;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Four spans may wait, two leave at once. */
class BoundedSpansTest {

    private final MeterRegistry meters = new SimpleMeterRegistry();
    private final Slow exporter = new Slow();
    private final SdkTracerProvider provider = SdkTracerProvider.builder()
            .addSpanProcessor(new BoundedSpans(exporter, 4, 2, meters))
            .build();
    private final Tracer tracer = provider.get("test");

    /** Says of each batch what it is told to say, when it is told. */
    private static final class Slow implements SpanExporter {

        final BlockingQueue<CompletableResultCode> asked = new LinkedBlockingQueue<>();
        volatile boolean throwing;
        volatile boolean shut;

        @Override
        public CompletableResultCode export(Collection<SpanData> spans) {
            if (throwing) {
                throw new IllegalStateException("thrown");
            }
            CompletableResultCode result = new CompletableResultCode();
            asked.add(result);
            return result;
        }

        @Override
        public CompletableResultCode flush() {
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode shutdown() {
            shut = true;
            return CompletableResultCode.ofSuccess();
        }

        CompletableResultCode next() throws InterruptedException {
            return Objects.requireNonNull(asked.poll(20, TimeUnit.SECONDS), "nothing is exported");
        }
    }

    @AfterEach
    void close() {
        provider.close();
    }

    private void span(int count) {
        for (int i = 0; i < count; i++) {
            tracer.spanBuilder("s").startSpan().end();
        }
    }

    private double count(String outcome) {
        return meters.get("carillon.spans").tag("outcome", outcome).counter().count();
    }

    @Test
    void what_finds_no_room_is_counted_and_what_is_exported_makes_room_again() throws Exception {
        span(2);
        CompletableResultCode first = exporter.next();
        span(6);
        assertThat(count("dropped")).as("four wait, two are at the exporter").isEqualTo(2);
        first.succeed();
        exporter.next().fail();
        exporter.next().succeed();
        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            assertThat(count("exported")).isEqualTo(4);
            assertThat(count("failed")).isEqualTo(2);
        });
        span(4);
        assertThat(count("dropped")).isEqualTo(2);
        exporter.next().succeed();
        exporter.next().succeed();
    }

    @Test
    void an_exporter_that_throws_loses_its_spans_and_no_room() {
        exporter.throwing = true;
        for (int i = 1; i <= 5; i++) {
            int batch = i;
            span(2);
            await().atMost(Duration.ofSeconds(20)).until(() -> count("failed") == 2 * batch);
        }
        assertThat(count("dropped")).isZero();
    }

    @Test
    void the_exporter_is_shut_with_it() {
        provider.close();
        assertThat(exporter.shut).isTrue();
    }
}
