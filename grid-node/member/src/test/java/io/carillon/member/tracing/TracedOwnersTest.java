package io.carillon.member.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Trigger;
import io.carillon.domain.job.JobCommand;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.time.TimeSource;
import io.carillon.engine.command.Owners;
import io.carillon.engine.command.Request;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a traced caller finds in its own trace, and what the runs of its job will name. */
class TracedOwnersTest {

    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final JobId JOB = JobId.parse("01890a5d-ac96-7000-8000-000000000001");
    private static final String CALLERS_TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String CALLERS_SPAN = "00f067aa0ba902b7";

    private final InMemorySpanExporter spans = InMemorySpanExporter.create();
    private final List<JobReply> heard = new ArrayList<>();

    @Test
    void a_traced_call_and_the_revision_it_made_name_each_other() {
        ask("01", 0, new JobReply.Created(JOB, 1, null, false));

        SpanData call = spans().get(0);
        SpanData revision = spans().get(1);
        assertThat(call.getTraceId()).isEqualTo(CALLERS_TRACE);
        assertThat(call.getParentSpanId()).isEqualTo(CALLERS_SPAN);
        assertThat(revision.getTraceId()).isEqualTo(JOB.toString().replace("-", ""));
        assertThat(revision.getSpanId()).isEqualTo(SpanIds.revision(1));
        assertThat(linked(call)).isEqualTo(revision.getSpanId());
        assertThat(linked(revision)).isEqualTo(call.getSpanId());
        assertThat(heard).hasSize(1);
    }

    @Test
    void a_caller_who_is_not_traced_leaves_the_revision_alone_if_it_is_in_the_share() {
        ask("00", 0, new JobReply.Created(JOB, 1, null, false));
        assertThat(spans()).isEmpty();

        ask("00", 1, new JobReply.Created(JOB, 1, null, false));
        assertThat(spans())
                .singleElement()
                .satisfies(span -> assertThat(span.getLinks()).isEmpty());
    }

    static Stream<Arguments> nothingWritten() {
        return Stream.of(
                Arguments.of(new JobReply.Created(JOB, 1, null, true)),
                Arguments.of(new JobReply.Replaced(JOB, 1, JobReply.Replaced.How.UNCHANGED)),
                Arguments.of(new JobReply.Done()),
                Arguments.of(new JobReply.Refused(JobReply.Refusal.NOT_FOUND, "there is none")));
    }

    @ParameterizedTest
    @MethodSource("nothingWritten")
    void what_was_not_written_has_no_span(JobReply reply) {
        ask("01", 1, reply);

        assertThat(spans()).isEmpty();
        assertThat(heard).containsExactly(reply);
    }

    @Test
    void a_change_is_told_as_one() {
        ask("01", 0, new JobReply.Replaced(JOB, 4, JobReply.Replaced.How.CHANGED));

        assertThat(spans().get(1).getName()).isEqualTo("carillon.job.change");
        assertThat(spans().get(1).getSpanId()).isEqualTo(SpanIds.revision(4));
    }

    @Test
    void a_trigger_names_the_run_it_made() {
        RunId run = RunId.of(JOB, NOW, Trigger.MANUAL, "r");
        Owners owners = traced(0, new JobReply.Triggered(run));
        JobCommand trigger = new JobCommand.TriggerNow(Principal.ANONYMOUS, JOB, null, "r");
        try (Scope unused = caller("01").makeCurrent()) {
            owners.submit(List.of(new Request.OfJob(trigger, heard::add)));
        }

        assertThat(spans()).singleElement().satisfies(span -> {
            SpanContext link = span.getLinks().get(0).getSpanContext();
            assertThat(link.getTraceId()).isEqualTo(run.toString().replace("-", ""));
            assertThat(link.getSpanId()).isEqualTo(SpanIds.RUN);
        });
    }

    private void ask(String flags, double ratio, JobReply reply) {
        Owners owners = traced(ratio, reply);
        try (Scope unused = caller(flags).makeCurrent()) {
            owners.submit(List.of(new Request.OfJob(new JobCommand.Resume(Principal.ANONYMOUS, JOB), heard::add)));
        }
    }

    private Owners traced(double ratio, JobReply reply) {
        Owners answering = requests ->
                requests.forEach(request -> ((Request.OfJob) request).replyTo().accept(reply));
        return Traces.to(SimpleSpanProcessor.create(spans), ratio).of(answering, new Noon());
    }

    private static io.opentelemetry.context.Context caller(String flags) {
        Map<String, String> headers = Map.of("traceparent", "00-" + CALLERS_TRACE + "-" + CALLERS_SPAN + "-" + flags);
        return CallerTrace.of(headers::get);
    }

    private List<SpanData> spans() {
        return spans.getFinishedSpanItems();
    }

    private static String linked(SpanData span) {
        return span.getLinks().get(0).getSpanContext().getSpanId();
    }

    private static final class Noon implements TimeSource {
        @Override
        public Instant now() {
            return NOW;
        }

        @Override
        public long nanos() {
            return 0;
        }

        @Override
        public Duration errorBound() {
            return Duration.ZERO;
        }

        @Override
        public double chance() {
            return 0;
        }

        @Override
        public long randomBits() {
            return 0;
        }
    }
}
