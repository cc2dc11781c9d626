package io.carillon.worker.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonCheckTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "true",
                "false",
                "0",
                "-0",
                "-1.5e+10",
                "1E-3",
                "\"\"",
                "\"a\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00eF\"",
                "\"é😀\"",
                "[]",
                "[ 1 , [ ] , {} ]",
                "{}",
                " { \"a\" : { \"b\" : [ null ] } , \"\" : 1 } \r\n\t",
            })
    void well_formed_values_pass(String text) {
        assertThat(JsonCheck.isValue(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "hello",
                "nul",
                "nullx",
                "True",
                "01",
                "-",
                "+1",
                "1.",
                ".5",
                "1e",
                "1e+",
                "0x10",
                "NaN",
                "'a'",
                "\"",
                "\"a",
                "\"\\",
                "\"\\x\"",
                "\"\\u12g4\"",
                "\"\\u123\"",
                "\"\\u12",
                "\"a\nb\"",
                "[",
                "[1",
                "[1,",
                "[1,]",
                "[,1]",
                "[1 2]",
                "{",
                "{\"a\"",
                "{\"a\":",
                "{\"a\":1",
                "{\"a\":1,}",
                "{a:1}",
                "{1:1}",
                "{\"a\" 1}",
                "1 2",
                "{}{}",
                "null\0",
                "\u00a0null",
                "١",
            })
    void anything_else_does_not(String text) {
        assertThat(JsonCheck.isValue(text)).isFalse();
    }

    @Test
    void nesting_is_bounded() {
        assertThat(JsonCheck.isValue("[".repeat(500) + "]".repeat(500))).isTrue();
        assertThat(JsonCheck.isValue("[".repeat(501) + "]".repeat(501))).isFalse();
        assertThat(JsonCheck.isValue("[".repeat(1_000_000))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "plain", "\"\\\n\r\t\b\0\u001f", "é😀", "a\ud83d", "\ude00b", "\ude00\ud83d"})
    void written_strings_are_well_formed(String text) {
        assertThat(JsonCheck.isValue(JsonString.of(text))).isTrue();
    }

    @Test
    void written_strings_escape_what_they_must() {
        assertThat(JsonString.of("a\"\\\n\r\t\u0001é😀")).isEqualTo("\"a\\\"\\\\\\n\\r\\t\\u0001é😀\"");
        assertThat(JsonString.of("\ud83dx")).isEqualTo("\"\\ud83dx\"");
        assertThat(JsonString.of("x\ude00")).isEqualTo("\"x\\ude00\"");
    }
}
