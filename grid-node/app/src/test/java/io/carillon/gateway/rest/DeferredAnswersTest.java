package io.carillon.gateway.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.gateway.api.Problem;
import io.carillon.gateway.api.ProblemType;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.mock.web.MockAsyncContext;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.method.support.ModelAndViewContainer;

class DeferredAnswersTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(7);

    private final CompletableFuture<ResponseEntity<byte[]>> answer = new CompletableFuture<>();
    private final MockHttpServletRequest request = new MockHttpServletRequest("POST", "/jobs");
    private final MockHttpServletResponse response = new MockHttpServletResponse();
    private final ModelAndViewContainer container = new ModelAndViewContainer();
    private final Completions completions = new Completions();

    @BeforeEach
    void begin() throws NoSuchMethodException {
        request.setAsyncSupported(true);
        new DeferredAnswers(new Problems(), TIMEOUT)
                .handleReturnValue(
                        answer,
                        new MethodParameter(DeferredAnswersTest.class.getDeclaredMethod("call"), -1),
                        container,
                        new ServletWebRequest(request, response));
        context().addListener(completions);
    }

    /** As a controller's. */
    CompletableFuture<ResponseEntity<byte[]>> call() {
        return answer;
    }

    @Test
    void answer_that_comes_later_is_written_with_its_head_and_ends_the_request() throws IOException {
        assertThat(container.isRequestHandled()).isTrue();
        assertThat(context().getTimeout()).isEqualTo(TIMEOUT.toMillis());
        assertThat(completions.n).isZero();

        answer.complete(ResponseEntity.status(HttpStatus.CREATED)
                .header(HttpHeaders.LOCATION, "/jobs/7")
                .body("{}".getBytes(StandardCharsets.UTF_8)));

        assertThat(response.getStatus()).isEqualTo(201);
        assertThat(response.getHeader(HttpHeaders.LOCATION)).isEqualTo("/jobs/7");
        assertThat(response.getContentLength()).isEqualTo(2);
        assertThat(response.getContentAsString()).isEqualTo("{}");
        assertThat(response.isCommitted()).as("sent at once").isTrue();
        assertThat(completions.n).isEqualTo(1);
    }

    @Test
    void answer_without_a_body_has_none() {
        answer.complete(Answers.empty(HttpStatus.NO_CONTENT));

        assertThat(response.getStatus()).isEqualTo(204);
        assertThat(response.getHeaderNames()).isEmpty();
        assertThat(completions.n).isEqualTo(1);
    }

    @Test
    void failure_is_told_as_a_problem() throws IOException {
        answer.completeExceptionally(new CompletionException(
                Problem.of(ProblemType.NOT_FOUND, "no such job").toException()));

        assertThat(response.getStatus()).isEqualTo(404);
        assertThat(response.getContentType()).isEqualTo("application/problem+json");
        assertThat(response.getContentAsString()).contains("no such job");
        assertThat(completions.n).isEqualTo(1);
    }

    @Test
    void what_is_not_foreseen_is_told_without_its_particulars() throws IOException {
        answer.completeExceptionally(new AssertionError("secret"));

        assertThat(response.getStatus()).isEqualTo(500);
        assertThat(response.getContentAsString()).doesNotContain("secret");
    }

    @Test
    void no_answer_in_time_is_told_once_and_a_later_one_is_dropped() throws IOException {
        for (AsyncListener listener : context().getListeners()) {
            listener.onTimeout(new AsyncEvent(context()));
        }
        String told = response.getContentAsString();
        answer.complete(ResponseEntity.ok("late".getBytes(StandardCharsets.UTF_8)));

        assertThat(response.getStatus()).isEqualTo(503);
        assertThat(response.getContentAsString()).isEqualTo(told).contains("in time");
        assertThat(completions.n).isEqualTo(1);
    }

    @Test
    void answer_for_a_caller_who_has_gone_is_dropped() throws IOException {
        for (AsyncListener listener : context().getListeners()) {
            listener.onError(new AsyncEvent(context(), new IOException("broken pipe")));
        }
        answer.complete(ResponseEntity.ok("late".getBytes(StandardCharsets.UTF_8)));

        assertThat(response.getContentAsByteArray()).isEmpty();
        assertThat(completions.n).isEqualTo(1);
    }

    private MockAsyncContext context() {
        return Objects.requireNonNull((MockAsyncContext) request.getAsyncContext());
    }

    private static final class Completions implements AsyncListener {
        int n;

        @Override
        public void onComplete(AsyncEvent event) {
            n++;
        }

        @Override
        public void onTimeout(AsyncEvent event) {}

        @Override
        public void onError(AsyncEvent event) {}

        @Override
        public void onStartAsync(AsyncEvent event) {}
    }
}
