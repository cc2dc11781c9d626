package io.carillon.gateway.rest;

import io.carillon.gateway.api.ProblemType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One call as the API's description tells it.
 *
 * @param queries names of query parameters
 * @param body the schema of the request's body; null: it has none
 * @param answers what it answers if all goes well
 * @param problems what can be wrong with this call in particular; what can be wrong with any is told once
 * @param keyed it takes an {@code Idempotency-Key}
 */
record ApiCall(
        String summary,
        List<String> queries,
        @Nullable String body,
        List<Answer> answers,
        List<ProblemType> problems,
        boolean keyed) {

    /** @param schema null: no body */
    record Answer(int status, @Nullable String schema) {}

    ApiCall {
        queries = List.copyOf(queries);
        answers = List.copyOf(answers);
        problems = List.copyOf(problems);
    }

    static ApiCall of(String summary) {
        return new ApiCall(summary, List.of(), null, List.of(), List.of(), false);
    }

    ApiCall query(String... names) {
        return new ApiCall(summary, List.of(names), body, answers, problems, keyed);
    }

    ApiCall takes(String schema) {
        return new ApiCall(summary, queries, schema, answers, problems, keyed);
    }

    ApiCall gives(int status, @Nullable String schema) {
        List<Answer> more = new ArrayList<>(answers);
        more.add(new Answer(status, schema));
        return new ApiCall(summary, queries, body, more, problems, keyed);
    }

    ApiCall refuses(ProblemType... types) {
        return new ApiCall(summary, queries, body, answers, List.of(types), keyed);
    }

    ApiCall takesKey() {
        return new ApiCall(summary, queries, body, answers, problems, true);
    }
}
