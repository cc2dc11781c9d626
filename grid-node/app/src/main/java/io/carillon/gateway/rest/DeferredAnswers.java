package io.carillon.gateway.rest;

import io.carillon.gateway.api.Problem;
import io.carillon.gateway.api.ProblemType;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodReturnValueHandler;
import org.springframework.web.method.support.ModelAndViewContainer;

/**
 * Writes an answer that comes later from the thread that has it, and ends the request there. The framework's own way leads
 * the request through all filters a second time, on another thread, which is half of what a small call costs.
 */
final class DeferredAnswers implements HandlerMethodReturnValueHandler {

    private static final Logger log = LoggerFactory.getLogger(DeferredAnswers.class);

    private final Problems problems;
    private final Duration timeout;

    /** @param timeout after which the caller is told that there was no answer */
    DeferredAnswers(Problems problems, Duration timeout) {
        this.problems = problems;
        this.timeout = timeout;
    }

    @Override
    public boolean supportsReturnType(MethodParameter type) {
        return type.getParameterType() == CompletableFuture.class;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // The request ends with it.
    public void handleReturnValue(
            @Nullable Object value, MethodParameter type, ModelAndViewContainer container, NativeWebRequest web) {
        if (!(value instanceof CompletableFuture<?> answer)) {
            throw new IllegalStateException(type.getMethod() + " returned " + value + ", not a future");
        }
        container.setRequestHandled(true);
        HttpServletRequest request = web.getNativeRequest(HttpServletRequest.class);
        HttpServletResponse response = web.getNativeResponse(HttpServletResponse.class);
        if (request == null || response == null) {
            throw new IllegalStateException("not a servlet request: " + web);
        }
        Open open = new Open(request.startAsync(request, response), response);
        answer.whenComplete(
                (entity, failure) -> open.end(entity instanceof ResponseEntity<?> made ? made : problemOf(failure)));
    }

    /** Null if there is nobody to answer. */
    private @Nullable ResponseEntity<?> problemOf(@Nullable Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return problems.handle(cause instanceof Exception known ? known : new IllegalStateException(cause));
    }

    /** A request that waits for its answer, and gets one. */
    private final class Open implements AsyncListener {
        private final AsyncContext context;
        private final HttpServletResponse response;
        private final AtomicBoolean answered = new AtomicBoolean();

        Open(AsyncContext context, HttpServletResponse response) {
            this.context = context;
            this.response = response;
            context.setTimeout(timeout.toMillis());
            context.addListener(this);
        }

        void end(@Nullable ResponseEntity<?> answer) {
            if (!answered.compareAndSet(false, true)) {
                return;
            }
            try {
                if (answer != null) {
                    write(answer);
                }
            } catch (IOException e) {
                log.debug("the caller has gone", e);
            } catch (RuntimeException e) {
                log.error("an answer could not be written", e);
            } finally {
                context.complete();
            }
        }

        private void write(ResponseEntity<?> answer) throws IOException {
            response.setStatus(answer.getStatusCode().value());
            HttpHeaders headers = answer.getHeaders();
            headers.forEach((name, values) -> values.forEach(value -> response.addHeader(name, value)));
            if (answer.getBody() instanceof byte[] body) {
                response.setContentLength(body.length);
                response.getOutputStream().write(body);
            }
            // Here, not when the container closes the request on a thread of its own.
            response.flushBuffer();
        }

        @Override
        public void onTimeout(AsyncEvent event) {
            end(Answers.problem(
                    Problem.passing(ProblemType.OVERLOADED, "the owner did not answer in time"), new HttpHeaders()));
        }

        /** The connection broke: whoever has the answer later must not touch what may serve another request by then. */
        @Override
        public void onError(AsyncEvent event) {
            if (answered.compareAndSet(false, true)) {
                context.complete();
            }
        }

        @Override
        public void onComplete(AsyncEvent event) {
            answered.set(true);
        }

        @Override
        public void onStartAsync(AsyncEvent event) {}
    }
}
