package io.carillon.gateway.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.store.KeyedCall;
import io.carillon.domain.store.KeyedCall.Claimed;
import io.carillon.domain.store.KeyedCall.KeptAnswer;
import io.carillon.domain.store.KeyedCall.Standing;
import io.carillon.domain.store.KeyedCalls;
import io.carillon.gateway.api.MemoryKeys;
import io.carillon.gateway.api.RequestKey;
import io.carillon.member.tracing.CallerTrace;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Scope;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.springframework.http.ResponseEntity;
import org.springframework.mock.web.MockHttpServletRequest;

class OnceOnlyTest {

    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

    @Test
    void a_call_whose_key_took_a_while_to_claim_is_still_in_its_callers_trace() {
        LateKeys keys = new LateKeys();
        OnceOnly once = new OnceOnly(keys, Callers.anonymous(), Runnable::run);
        MockHttpServletRequest request = new MockHttpServletRequest("POST", "/jobs");
        request.addHeader(RequestKey.HEADER, "late");
        AtomicReference<String> seen = new AtomicReference<>();
        CompletableFuture<ResponseEntity<byte[]>> answer;
        try (Scope unused = CallerTrace.of(Map.of("traceparent", "00-" + TRACE + "-00f067aa0ba902b7-01")::get)
                .makeCurrent()) {
            answer = once.call(request, new byte[0], claim -> {
                seen.set(Span.current().getSpanContext().getTraceId());
                return CompletableFuture.completedFuture(ResponseEntity.ok(new byte[0]));
            });
        }

        assertThat(seen).hasNullValue();
        keys.come();
        assertThat(seen).hasValue(TRACE);
        assertThat(answer).isCompleted();
    }

    /** Claims are told when a test says so. */
    private static final class LateKeys implements KeyedCalls {

        private final MemoryKeys keys = new MemoryKeys();
        private final CompletableFuture<Void> told = new CompletableFuture<>();

        void come() {
            told.complete(null);
        }

        @Override
        public CompletableFuture<Standing> claim(KeyedCall call) {
            return told.thenCompose(now -> keys.claim(call));
        }

        @Override
        public CompletableFuture<Boolean> noted(Claimed claim, String note) {
            return keys.noted(claim, note);
        }

        @Override
        public CompletableFuture<Void> answered(Claimed claim, KeptAnswer answer) {
            return keys.answered(claim, answer);
        }

        @Override
        public CompletableFuture<Void> dropped(Claimed claim, boolean undone) {
            return keys.dropped(claim, undone);
        }
    }
}
