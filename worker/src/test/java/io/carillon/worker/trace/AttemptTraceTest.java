package io.carillon.worker.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.worker.state.AttemptKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class AttemptTraceTest {

    private static final UUID RUN = UUID.fromString("01890a5d-ac96-8000-8000-000000000001");

    @Test
    void header_and_context_name_the_same_span() {
        AttemptTrace trace = AttemptTrace.of(RUN, 77);

        Map<String, String> headers = new HashMap<>();
        W3CTraceContextPropagator.getInstance().inject(trace.context(), headers, Map::put);

        assertThat(headers).containsEntry("traceparent", "00-01890a5dac9680008000000000000001-800000000000004d-01");
        assertThat(trace.traceParent()).isEqualTo(headers.get("traceparent"));
    }

    @Test
    void spans_of_a_handler_are_children_of_its_attempt_and_of_no_other() {
        SpanContext first = parentOf(AttemptTrace.of(RUN, 1));
        SpanContext second = parentOf(AttemptTrace.of(RUN, 2));

        assertThat(first.isValid()).isTrue();
        assertThat(first.isRemote()).isTrue();
        assertThat(first.getTraceId()).isEqualTo(second.getTraceId());
        assertThat(first.getSpanId()).isNotEqualTo(second.getSpanId());
    }

    @Test
    void an_id_that_is_none_of_ours_keeps_no_handler_from_its_work() {
        Context context = AttemptTrace.contextOf(new AttemptKey("run-1", "job-1", 1));

        assertThat(Span.fromContext(context).getSpanContext().isValid()).isFalse();
    }

    private static SpanContext parentOf(AttemptTrace trace) {
        try (var unused = trace.context().makeCurrent()) {
            return Span.fromContext(Context.current()).getSpanContext();
        }
    }
}
