package io.carillon.gateway.rest;

import io.carillon.domain.access.Principal;
import io.carillon.domain.store.KeyedCall;
import io.carillon.domain.store.KeyedCall.Answered;
import io.carillon.domain.store.KeyedCall.Claimed;
import io.carillon.domain.store.KeyedCall.KeptAnswer;
import io.carillon.domain.store.KeyedCall.OtherRequest;
import io.carillon.domain.store.KeyedCall.Standing;
import io.carillon.domain.store.KeyedCalls;
import io.carillon.domain.store.StoreUnavailableException;
import io.carillon.gateway.api.Problem;
import io.carillon.gateway.api.ProblemException;
import io.carillon.gateway.api.ProblemType;
import io.carillon.gateway.api.RequestKey;
import io.carillon.member.tracing.CallerTrace;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/**
 * Carries out a creating call once, however often it is sent with one {@code Idempotency-Key}. What had an effect is answered
 * again as it was the first time; what was refused had none and is judged anew. A call without a key is passed on at once.
 */
public final class OnceOnly {

    private static final Logger log = LoggerFactory.getLogger(OnceOnly.class);

    /** A call, under the claim on its key. */
    @FunctionalInterface
    interface Work {
        /** @param claim null: the call has no key. What is made under one must have its {@code KeyedIds} */
        CompletableFuture<ResponseEntity<byte[]>> under(@Nullable Claimed claim);
    }

    private final KeyedCalls calls;
    private final Callers callers;
    private final Executor threads;

    /** @param threads carry out calls with a key, which may wait for the database there */
    public OnceOnly(KeyedCalls calls, Callers callers, Executor threads) {
        this.calls = calls;
        this.callers = callers;
        this.threads = threads;
    }

    /**
     * @param body that makes the request this one and no other
     * @throws ProblemException if the key is malformed, or what the work throws without one
     */
    CompletableFuture<ResponseEntity<byte[]>> call(HttpServletRequest request, byte[] body, Work work) {
        String key = RequestKey.of(Collections.list(request.getHeaders(RequestKey.HEADER)));
        if (key == null) {
            return work.under(null);
        }
        Principal caller = callers.of(request);
        String path = request.getMethod() + " " + request.getRequestURI().replaceFirst("^/v1(?=/)", "");
        String query = Objects.requireNonNullElse(request.getQueryString(), "");
        KeyedCall call = RequestKey.call(caller, path, key, query.getBytes(StandardCharsets.UTF_8), body);
        return calls.claim(call)
                .exceptionally(failure -> {
                    throw away(failure);
                })
                .thenComposeAsync(standing -> go(standing, work), CallerTrace.keptOn(threads));
    }

    /**
     * Notes what must be known to tell later whether a call had its effect, before it has.
     *
     * @return fails if somebody else has taken the call over
     */
    CompletableFuture<Boolean> noted(Claimed claim, String note) {
        return calls.noted(claim, note)
                .exceptionally(failure -> {
                    throw away(failure);
                })
                .thenApplyAsync(
                        mine -> {
                            if (!mine) {
                                throw Problem.passing(
                                                ProblemType.IDEMPOTENCY_IN_PROGRESS,
                                                "somebody else has taken the call with this key over")
                                        .toException();
                            }
                            return mine;
                        },
                        CallerTrace.keptOn(threads));
    }

    private CompletableFuture<ResponseEntity<byte[]>> go(Standing standing, Work work) {
        if (standing instanceof Claimed claim) {
            return carryOut(claim, work);
        }
        if (standing instanceof Answered before) {
            return CompletableFuture.completedFuture(again(before.answer()));
        }
        if (standing instanceof OtherRequest) {
            throw Problem.of(
                            ProblemType.IDEMPOTENCY_KEY_REUSED,
                            "this key was sent with another request; choose a new key for a new request")
                    .toException();
        }
        throw Problem.passing(
                        ProblemType.IDEMPOTENCY_IN_PROGRESS,
                        "the first request with this key has not been answered yet")
                .toException();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // It is what the composition returns.
    private CompletableFuture<ResponseEntity<byte[]>> carryOut(Claimed claim, Work work) {
        CompletableFuture<ResponseEntity<byte[]>> done;
        try {
            done = work.under(claim);
        } catch (RuntimeException e) {
            done = CompletableFuture.failedFuture(e);
        }
        return done.handle((answer, failure) -> failure == null ? keep(claim, answer) : drop(claim, failure))
                .thenCompose(ended -> ended);
    }

    /** The effect is durable in any case: if the answer cannot be kept, a repeat finds the effect. */
    private CompletableFuture<ResponseEntity<byte[]>> keep(Claimed claim, ResponseEntity<byte[]> answer) {
        byte[] body = answer.getBody();
        KeptAnswer kept = new KeptAnswer(
                answer.getStatusCode().value(),
                answer.getHeaders().getFirst(HttpHeaders.LOCATION),
                body == null ? "" : new String(body, StandardCharsets.UTF_8));
        return calls.answered(claim, kept).handle((done, failure) -> {
            if (failure != null) {
                log.warn("an answer was not kept scope={}", claim.call().scope(), failure);
            }
            return answer;
        });
    }

    @SuppressWarnings("FutureReturnValueIgnored") // It is what the composition returns.
    private CompletableFuture<ResponseEntity<byte[]>> drop(Claimed claim, Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        boolean refused = cause instanceof ProblemException known
                && known.problem().type().httpStatus() < 500;
        return calls.dropped(claim, refused && !claim.again())
                .handle((done, unkept) -> CompletableFuture.<ResponseEntity<byte[]>>failedFuture(cause))
                .thenCompose(failed -> failed);
    }

    private static ResponseEntity<byte[]> again(KeptAnswer kept) {
        ResponseEntity.BodyBuilder answer = ResponseEntity.status(kept.status());
        if (kept.location() != null) {
            answer.header(HttpHeaders.LOCATION, kept.location());
        }
        return kept.body().isEmpty()
                ? answer.build()
                : answer.contentType(MediaType.APPLICATION_JSON)
                        .body(kept.body().getBytes(StandardCharsets.UTF_8));
    }

    private static RuntimeException away(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof StoreUnavailableException) {
            log.debug("no claim on a key", cause);
            return Problem.passing(ProblemType.STORE_UNAVAILABLE, "the database does not answer")
                    .toException();
        }
        return new CompletionException(cause);
    }
}
