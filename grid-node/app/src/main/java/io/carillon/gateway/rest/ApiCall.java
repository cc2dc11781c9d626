package io.carillon.gateway.rest;

import io.carillon.gateway.api.ProblemType;
import io.carillon.gateway.api.RequestKey;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One call as the API's description tells it.
 *
 * @param queries names of query parameters
 * @param headers names of request headers
 * @param body the schema of the request's body; null: it has none
 * @param mediaType of the body
 * @param answers what it answers if all goes well
 * @param problems what can be wrong with this call in particular; what can be wrong with any is told once
 */
record ApiCall(
        String summary,
        List<String> queries,
        List<String> headers,
        @Nullable String body,
        String mediaType,
        List<Answer> answers,
        List<ProblemType> problems) {

    private static final String JSON = "application/json";
    private static final String MERGE_PATCH = "application/merge-patch+json";

    /** @param schema null: no body */
    record Answer(int status, @Nullable String schema) {}

    ApiCall {
        queries = List.copyOf(queries);
        headers = List.copyOf(headers);
        answers = List.copyOf(answers);
        problems = List.copyOf(problems);
    }

    static ApiCall of(String summary) {
        return new ApiCall(summary, List.of(), List.of(), null, JSON, List.of(), List.of());
    }

    ApiCall query(String... names) {
        return new ApiCall(summary, List.of(names), headers, body, mediaType, answers, problems);
    }

    ApiCall header(String... names) {
        List<String> more = new ArrayList<>(headers);
        more.addAll(List.of(names));
        return new ApiCall(summary, queries, more, body, mediaType, answers, problems);
    }

    ApiCall takes(String schema) {
        return new ApiCall(summary, queries, headers, schema, JSON, answers, problems);
    }

    ApiCall takesPatch(String schema) {
        return new ApiCall(summary, queries, headers, schema, MERGE_PATCH, answers, problems);
    }

    ApiCall gives(int status, @Nullable String schema) {
        List<Answer> more = new ArrayList<>(answers);
        more.add(new Answer(status, schema));
        return new ApiCall(summary, queries, headers, body, mediaType, more, problems);
    }

    ApiCall refuses(ProblemType... types) {
        return new ApiCall(summary, queries, headers, body, mediaType, answers, List.of(types));
    }

    ApiCall takesKey() {
        return header(RequestKey.HEADER);
    }

    boolean keyed() {
        return headers.contains(RequestKey.HEADER);
    }
}
