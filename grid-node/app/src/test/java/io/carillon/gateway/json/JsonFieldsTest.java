package io.carillon.gateway.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.carillon.domain.job.Payload;
import io.carillon.gateway.api.FieldViolation;
import io.carillon.gateway.api.ProblemException;
import io.carillon.gateway.api.ProblemType;
import io.carillon.gateway.api.Violations;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonFieldsTest {

    private final Violations violations = new Violations();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "[1, 2,3]",
                "{\"a\" : [ {} , \"é€😀\" ] }",
                "\"a string with \\\"quotes\\\" and é€😀\"",
                "\"\"",
                "1",
                "-0.10e+5",
                "12345678901234567890.00",
                "1e99999999999",
                "[-1e-99999999999, 0E99999999999]",
                "true",
                "false",
                "\"\\u0000\\ud800\""
            })
    void a_raw_value_is_kept_byte_for_byte(String json) {
        for (String body : new String[] {
            "{\"p\":" + json + "}",
            "{ \"é\" : 1, \"p\" :\n " + json + " }",
            "{\"p\":" + json + ",\"q\":\"ü\"}",
            "{\"p\": " + json + "\n,\"q\":[1]}"
        }) {
            Payload payload = fields(body).raw("p");
            assertThat(payload).as(body).isNotNull().extracting(Payload::toJson).isEqualTo(json);
        }
    }

    @Test
    void null_counts_as_absent() {
        JsonFields fields = fields("{\"p\":null,\"t\":null}");
        assertThat(fields.raw("p")).isNull();
        assertThat(fields.text("t")).isNull();
        assertThat(fields.text("absent")).isNull();
        assertThat(violations.isEmpty()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "1, PT1S",
        "0, PT0S",
        "-0.0, PT0S",
        "-1.5, PT-1.5S",
        "0.000001, PT0.000001S",
        "0.0000004, PT0S",
        "1e3, PT1000S",
        "1e-999999999, PT0S",
        "-1e-99999999999, PT0S",
        "0e99999999999, PT0S",
        "86400.25, PT86400.25S",
    })
    void seconds_are_read_to_the_microsecond(String number, String duration) {
        assertThat(fields("{\"s\":" + number + "}").seconds("s")).isEqualTo(Duration.parse(duration));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"1e999999999", "-1e999999999", "1e99999999999", "-0.1E+99999999999", "99999999999999999999999999"
            })
    void numbers_beyond_all_use_are_read_quickly_and_stay_far_out_of_range(String number) {
        Duration read = fields("{\"s\":" + number + "}").seconds("s");
        assertThat(read).isNotNull();
        assertThat(read == null ? Duration.ZERO : read.abs()).isGreaterThan(Duration.ofDays(3_650_000));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "text     | 1        | must be a string, not a number",
                "text     | [\"x\"]  | must be a string, not an array",
                "integer  | \"1\"    | must be an integer, not a string",
                "integer  | 1.0      | must be an integer",
                "integer  | 1e400    | must be an integer",
                "integer  | 1e99999999999 | must be an integer",
                "integer  | 99999999999 | must be an integer",
                "integer  | true     | must be an integer, not a boolean",
                "number   | \"1\"    | must be a number, not a string",
                "seconds  | \"10s\"  | must be a number of seconds, not a string",
                "instant  | 0        | must be a string, not a number",
                "instant  | \"2026-03-01\" | must be an RFC 3339 time such as 2026-03-01T12:00:00Z",
                "object   | []       | must be an object, not an array",
                "texts    | \"x\"    | must be an object, not a string",
            })
    void a_value_of_another_kind_is_named(String kind, String value, String message) {
        JsonFields fields = fields("{\"f\":" + value + "}");
        Object read = switch (kind) {
            case "text" -> fields.text("f");
            case "integer" -> fields.integer("f");
            case "number" -> fields.number("f");
            case "seconds" -> fields.seconds("f");
            case "instant" -> fields.instant("f");
            case "object" -> fields.object("f");
            case "texts" -> fields.texts("f");
            default -> throw new IllegalArgumentException(kind);
        };
        assertThat(read).isNull();
        assertThat(violations.list()).containsExactly(new FieldViolation("f", message));
    }

    @Test
    void unknown_fields_are_named_with_their_path() {
        JsonFields fields = fields("{\"a\":1,\"o\":{\"b\":2},\"\":3}");
        JsonFields object = fields.object("o");
        assertThat(object).isNotNull();
        if (object != null) {
            object.refuseUnknown();
        }
        fields.refuseUnknown();
        assertThat(violations.list()).extracting(FieldViolation::field).containsExactly("o.b", "a", "\"\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "{\"a\":}",
                "{\"a\":1,}",
                "{'a':1}",
                "{a:1}",
                "{\"a\":01}",
                "{\"a\":NaN}",
                "{\"a\":1} x",
                "{} {}",
                "{\"a\":1,\"a\":2}",
                "{\"a\":{\"b\":1,\"b\":2}}",
                "{\"a\":\"\t\"}",
                "{\"a\":\"\\x\"}",
                "// no\n{}",
                "\uFEFF{}",
            })
    void what_is_not_strict_json_is_malformed(String body) {
        assertThat(problemOf(body.getBytes(StandardCharsets.UTF_8))).isEqualTo(ProblemType.MALFORMED_JSON);
    }

    @Test
    void only_utf_8_is_read() {
        assertThat(problemOf("{}".getBytes(StandardCharsets.UTF_16))).isEqualTo(ProblemType.MALFORMED_JSON);
        assertThat(problemOf("{}".getBytes(StandardCharsets.UTF_16LE))).isEqualTo(ProblemType.MALFORMED_JSON);
        assertThat(problemOf("{\"a\":\"é\"}".getBytes(StandardCharsets.ISO_8859_1)))
                .isEqualTo(ProblemType.MALFORMED_JSON);
        byte[] overlong = {'{', '"', (byte) 0xC0, (byte) 0x80, '"', ':', '1', '}'};
        assertThat(problemOf(overlong)).isEqualTo(ProblemType.MALFORMED_JSON);
    }

    @Test
    void depth_and_length_of_numbers_are_bounded() {
        assertThat(problemOf(("{\"a\":" + "[".repeat(60_000)).getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(ProblemType.MALFORMED_JSON);
        assertThat(problemOf(("{\"a\":" + "9".repeat(60_000) + "}").getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(ProblemType.MALFORMED_JSON);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "\"x\"", "1", "null"})
    void a_body_must_be_an_object(String body) {
        assertThat(problemOf(body.getBytes(StandardCharsets.UTF_8))).isEqualTo(ProblemType.INVALID_REQUEST);
    }

    @Test
    void a_payload_of_exactly_64_kib_is_taken_and_one_byte_more_is_too_large() {
        String fits = "\"" + "x".repeat(Payload.BYTES_MAX - 2) + "\"";
        assertThat(fields("{\"p\":" + fits + "}").raw("p")).isNotNull();
        JsonFields larger = fields("{\"p\": " + fits.replaceFirst("x", "xx") + "}");
        assertThatThrownBy(() -> larger.raw("p")).isInstanceOfSatisfying(ProblemException.class, e -> {
            assertThat(e.problem().type()).isEqualTo(ProblemType.PAYLOAD_TOO_LARGE);
            assertThat(e.problem().errors()).extracting(FieldViolation::field).containsExactly("p");
        });
    }

    private JsonFields fields(String body) {
        return JsonFields.of(body.getBytes(StandardCharsets.UTF_8), violations);
    }

    private @Nullable ProblemType problemOf(byte[] body) {
        try {
            JsonFields.of(body, violations);
            return null;
        } catch (ProblemException e) {
            return e.problem().type();
        }
    }
}
