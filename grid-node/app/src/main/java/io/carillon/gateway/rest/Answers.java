package io.carillon.gateway.rest;

import io.carillon.gateway.api.FieldViolation;
import io.carillon.gateway.api.Problem;
import io.carillon.gateway.json.JsonWriter;
import java.util.function.Consumer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/** Answers as bytes: nothing between us and the wire has its own idea of a shape. */
final class Answers {

    private Answers() {}

    static ResponseEntity<byte[]> json(HttpStatus status, Consumer<JsonWriter> fields) {
        return json(status, new HttpHeaders(), fields);
    }

    static ResponseEntity<byte[]> json(HttpStatus status, HttpHeaders headers, Consumer<JsonWriter> fields) {
        return ResponseEntity.status(status)
                .headers(headers)
                .contentType(MediaType.APPLICATION_JSON)
                .body(JsonWriter.object(fields));
    }

    static ResponseEntity<byte[]> empty(HttpStatus status) {
        return ResponseEntity.status(status).build();
    }

    /** As RFC 9457 has it. */
    static ResponseEntity<byte[]> problem(Problem problem, HttpHeaders headers) {
        HttpHeaders all = new HttpHeaders();
        all.putAll(headers);
        if (problem.retryAfter() != null) {
            all.set(
                    HttpHeaders.RETRY_AFTER,
                    Long.toString(Math.max(1, problem.retryAfter().toSeconds())));
        }
        return ResponseEntity.status(problem.type().httpStatus())
                .headers(all)
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(body(problem));
    }

    static byte[] body(Problem problem) {
        return JsonWriter.object(json -> write(json, problem));
    }

    static void write(JsonWriter json, Problem problem) {
        json.text("type", problem.type().uri())
                .text("title", problem.type().title())
                .number("status", problem.type().httpStatus())
                .text("detail", problem.detail())
                .objects("errors", problem.errors(), Answers::violation);
    }

    private static void violation(JsonWriter json, FieldViolation violation) {
        json.text("field", violation.field()).text("message", violation.message());
    }
}
