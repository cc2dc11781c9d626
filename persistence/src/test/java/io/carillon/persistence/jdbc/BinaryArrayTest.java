package io.carillon.persistence.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.carillon.persistence.fixture.PostgresExtension;
import io.carillon.persistence.fixture.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What is sent in binary form arrives as it is, in order. */
@Tag("postgres")
@ExtendWith(PostgresExtension.class)
class BinaryArrayTest {

    private final TestDatabase database;

    BinaryArrayTest(TestDatabase database) {
        this.database = database;
    }

    @Test
    void uuids() throws SQLException {
        List<@Nullable UUID> values = Arrays.asList(new UUID(-1, Long.MIN_VALUE), null, new UUID(0, 1));

        assertThat(sent(BinaryArray.uuids(values, value -> value)))
                .containsExactly("ffffffff-ffff-ffff-8000-000000000000", null, "00000000-0000-0000-0000-000000000001");
    }

    @Test
    void numbers() throws SQLException {
        List<Long> values = List.of(Long.MIN_VALUE, -1L, 0L, Long.MAX_VALUE);

        assertThat(sent(BinaryArray.int8s(values, Long::longValue)))
                .containsExactly("-9223372036854775808", "-1", "0", "9223372036854775807");
        assertThat(sent(BinaryArray.int4s(values, Long::intValue))).containsExactly("0", "-1", "0", "-1");
        assertThat(sent(BinaryArray.int2s(List.of(-32768, -1, 32767), Integer::intValue)))
                .containsExactly("-32768", "-1", "32767");
        assertThatThrownBy(() -> BinaryArray.int2s(List.of(32768), Integer::intValue))
                .isInstanceOf(ArithmeticException.class);
    }

    @Test
    void timestamps_keep_microseconds() throws SQLException {
        List<@Nullable Instant> values = Arrays.asList(
                Instant.parse("2026-11-29T12:34:56.123456Z"),
                null,
                Instant.parse("1969-12-31T23:59:59.999999Z"),
                Instant.parse("9999-12-31T23:59:59Z"));

        assertThat(sent(BinaryArray.timestamps(values, value -> value)))
                .containsExactly(
                        "2026-11-29 12:34:56.123456+00",
                        null,
                        "1969-12-31 23:59:59.999999+00",
                        "9999-12-31 23:59:59+00");
    }

    @Test
    void texts_and_bytes() throws SQLException {
        List<@Nullable String> values = Arrays.asList("", "a,{\"\\}", null, "\uD83D\uDD14 ünï", "x".repeat(100_000));

        assertThat(sent(BinaryArray.texts(values, value -> value))).isEqualTo(values);
        assertThat(sent(BinaryArray.byteas(values, value -> value == null ? null : new byte[] {0, -1})))
                .containsExactly("\\x00ff", "\\x00ff", null, "\\x00ff", "\\x00ff");
    }

    @Test
    void truth() throws SQLException {
        assertThat(sent(BinaryArray.bools(List.of(true, false), value -> value)))
                .containsExactly("t", "f");
    }

    @Test
    void nothing() throws SQLException {
        Function<String, @Nullable String> any = value -> value;

        assertThat(sent(BinaryArray.texts(List.<String>of(), any))).isEmpty();
    }

    @Test
    void a_connection_that_was_not_told_of_the_types_is_an_error_and_not_garbage() {
        BinaryArray array = BinaryArray.bools(List.of(true), value -> value);

        assertThatThrownBy(() -> sent(database.dataSource().getConnection(), array))
                .isInstanceOf(IllegalStateException.class);
    }

    private List<@Nullable String> sent(BinaryArray array) throws SQLException {
        try (Pools pools = new Pools(database.settings())) {
            return sent(pools.writes().getConnection(), array);
        }
    }

    private static List<@Nullable String> sent(Connection open, BinaryArray array) throws SQLException {
        List<@Nullable String> values = new ArrayList<>();
        try (Connection connection = open;
                PreparedStatement statement = connection.prepareStatement("SELECT v::text FROM unnest(?) v")) {
            statement.setObject(1, array);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    values.add(row.getString(1));
                }
            }
        }
        return values.stream()
                .map(value -> "true".equals(value) ? "t" : "false".equals(value) ? "f" : value)
                .toList();
    }
}
