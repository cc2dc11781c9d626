package io.carillon.gateway.rest;

import io.carillon.gateway.api.Problem;
import io.carillon.gateway.api.ProblemException;
import io.carillon.gateway.api.ProblemType;
import org.apache.coyote.BadRequestException;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.async.AsyncRequestNotUsableException;

/** Every failure of a call as a problem. What is not foreseen is logged here and told without its particulars. */
@RestControllerAdvice
final class Problems {

    private static final Logger log = LoggerFactory.getLogger(Problems.class);

    @ExceptionHandler
    @Nullable
    ResponseEntity<byte[]> handle(Exception failure) {
        if (failure instanceof ProblemException known) {
            return Answers.problem(known.problem(), new HttpHeaders());
        }
        if (failure instanceof AsyncRequestNotUsableException) {
            // The caller has gone; there is nobody to answer.
            return null;
        }
        if (failure instanceof InvalidParameterException || failure instanceof BadRequestException) {
            // A query that is not UTF-8, a body that ends early or is chunked wrongly: seen only when it is read.
            return Answers.problem(ofStatus(HttpStatusCode.valueOf(400)), new HttpHeaders());
        }
        if (failure instanceof ErrorResponse response) {
            return Answers.problem(ofStatus(response.getStatusCode()), response.getHeaders());
        }
        log.error("a call failed", failure);
        return Answers.problem(ofStatus(HttpStatusCode.valueOf(500)), new HttpHeaders());
    }

    /** What a status of the framework or the container means. */
    static Problem ofStatus(HttpStatusCode status) {
        return switch (status.value()) {
            case 401 -> Problem.of(ProblemType.UNAUTHENTICATED, "send a good API key");
            case 403 -> Problem.of(ProblemType.FORBIDDEN, "not allowed");
            case 404 -> Problem.of(ProblemType.NOT_FOUND, "there is nothing at this path");
            case 405 -> Problem.of(ProblemType.METHOD_NOT_ALLOWED, "see the header Allow");
            case 406 -> Problem.of(ProblemType.NOT_ACCEPTABLE, "answers are application/json");
            case 413 -> Problem.of(ProblemType.PAYLOAD_TOO_LARGE, "the request is too large");
            case 415 ->
                Problem.of(
                        ProblemType.UNSUPPORTED_MEDIA_TYPE,
                        "send the body with the header Content-Type: application/json");
            case 503 -> Problem.passing(ProblemType.OVERLOADED, "not now");
            // A method or a version of HTTP that nobody knows is the caller's doing.
            case 501, 505 -> Problem.of(ProblemType.INVALID_REQUEST, "the request is not valid HTTP for this service");
            default ->
                status.is4xxClientError()
                        ? Problem.of(ProblemType.INVALID_REQUEST, "the request is not valid HTTP for this service")
                        : Problem.of(ProblemType.INTERNAL, "the log of this member says more");
        };
    }
}
