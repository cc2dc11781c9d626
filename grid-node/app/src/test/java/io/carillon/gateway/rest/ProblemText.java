package io.carillon.gateway.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A problem as it was told, which must be whole and say nothing of our insides. */
public record ProblemText(HttpResponse<String> answer, JsonNode problem) {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    public static ProblemText of(HttpResponse<String> answer) {
        assertThat(answer.headers().firstValue("Content-Type"))
                .as("%s %s", answer.statusCode(), answer.body())
                .hasValue("application/problem+json");
        JsonNode problem = MAPPER.readTree(answer.body());
        assertThat(problem.get("title").asString()).isNotBlank();
        assertThat(problem.get("detail").asString())
                .isNotBlank()
                .doesNotContain("Exception", "io.carillon", "tools.", "Constraints", "REDACTED", "Feature");
        assertThat(problem.toString().codePoints().filter(c -> c >= 0xD800 && c <= 0xDFFF))
                .isEmpty();
        return new ProblemText(answer, problem);
    }

    /** @param field empty: none in particular */
    public void is(int status, String type, String field) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(problem.get("status").asInt()).isEqualTo(status);
        assertThat(problem.get("type").asString()).isEqualTo("urn:carillon:problem:" + type);
        assertThat(fields()).isEqualTo(field.isEmpty() ? List.of() : List.of(field));
    }

    public List<String> fields() {
        return problem.get("errors")
                .valueStream()
                .peek(error -> assertThat(error.get("message").asString()).isNotBlank())
                .map(error -> error.get("field").asString())
                .toList();
    }
}
