package io.carillon.persistence.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.persistence.fixture.PostgresExtension;
import io.carillon.persistence.fixture.TestDatabase;
import io.carillon.persistence.fixture.TestTime;
import io.carillon.persistence.jdbc.Pools;
import io.carillon.persistence.schema.PartitionKeeper;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The plans of the write statements as the writers get them: made once, on tables that were empty when the plan was made,
 * and right all the same.
 */
@Tag("postgres")
@ExtendWith(PostgresExtension.class)
class WritePlansTest {

    @BeforeAll
    static void make_days(TestDatabase database) throws SQLException {
        new PartitionKeeper(database.dataSource(), (table, rows) -> {}).prepare(TestTime.NOW, 30);
    }

    record Written(String name, String sql, List<String> types) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Written> statements() {
        return List.of(
                statement(
                        "move runs",
                        RunStatements.MOVE,
                        "uuid int2 int8 int2 int4 int4 int4 timestamptz timestamptz timestamptz timestamptz timestamptz"
                                + " int8 text int2 text int8 uuid text"),
                statement(
                        "add attempts",
                        RunStatements.ADD_ATTEMPTS,
                        "uuid uuid int8 int4 text timestamptz timestamptz int2 text text text"),
                statement("add results", RunStatements.ADD_RESULTS, "uuid uuid bytea"),
                statement("add alerts", RunStatements.ADD_ALERTS, "uuid uuid timestamptz"),
                statement("read runs", RunStatements.READ, "int4 uuid int2"),
                statement(
                        "move state",
                        JobStatements.MOVE_STATE,
                        "uuid int2 int8 timestamptz timestamptz timestamptz int8 int8 int2 uuid n"),
                statement(
                        "add state",
                        JobStatements.ADD_STATE,
                        "uuid int2 int8 timestamptz timestamptz timestamptz int8 int8 int2 uuid timestamptz n"),
                statement(
                        "change jobs",
                        JobStatements.CHANGE_JOBS,
                        "uuid text text text text int2 int8 bool bool int8 uuid n"),
                statement("end revisions", JobStatements.END_REVISIONS, "uuid int8 timestamptz"),
                statement("withdraw runs", JobStatements.WITHDRAW_RUNS, "uuid int8 n"),
                statement("save checkpoints", NoteStatements.SAVE_CHECKPOINTS, "uuid int8 int8 timestamptz bytea"),
                statement("set progress", NoteStatements.SET_PROGRESS, "uuid int8 timestamptz int4 text"),
                statement("add lines", NoteStatements.ADD_LINES, "uuid int8 int8 int4 int4 text"),
                statement("trim lines", NoteStatements.TRIM_LINES, "uuid int8"));
    }

    @ParameterizedTest
    @MethodSource("statements")
    void rows_are_looked_up_by_key_in_the_order_of_the_array(Written written, TestDatabase database)
            throws SQLException {
        List<String> plan = explain(written, database);

        assertThat(plan).as(String.join("\n", plan)).noneMatch(line -> line.contains("Seq Scan"));
        assertThat(plan).noneMatch(line -> line.contains("Hash") || line.contains("Merge Join"));
        assertThat(plan).noneMatch(line -> line.contains("runs_live") || line.contains("due_at_job_id_idx"));
        assertThat(plan.stream()
                        .filter(line ->
                                line.contains("Function Scan on u") || line.contains("Function Scan on unnest")))
                .hasSize(1);
        // The outermost loop is over the array: nothing but lookups by index is inside. Apart from it, once, a look for
        // owners with a limit.
        List<String> loops = plan.stream()
                .filter(line -> !line.contains("Scan using owner_quotas_limited"))
                .toList();
        int array = first(loops, "Function Scan");
        int lookup = first(loops, "Scan using");
        assertThat(array).isLessThan(lookup);
    }

    @Test
    void owners_are_counted_by_looking_at_their_rows_alone(TestDatabase database) throws SQLException {
        List<String> plan =
                explain(statement("count jobs", OwnerCounts.COUNT, "text int4 int4 uuid bool bool"), database);

        assertThat(plan).as(String.join("\n", plan)).noneMatch(line -> line.contains("Seq Scan"));
        assertThat(plan).anyMatch(line -> line.contains("Index Scan using owner_quotas_pkey"));
    }

    static List<Written> startsUnderALimit() {
        return List.of(
                statement(
                        "start",
                        PermitStatements.MOVE,
                        "uuid int2 int8 int2 int4 int4 int4 timestamptz timestamptz timestamptz timestamptz timestamptz"
                                + " int8 text int2 text int8 uuid text int4"),
                statement("lock permits", PermitStatements.LOCK, "text"),
                statement("clear permits", PermitStatements.CLEAR, "text int4"),
                statement("look at limits", PermitStatements.LIMITS, "text"));
    }

    @ParameterizedTest
    @MethodSource("startsUnderALimit")
    void permits_and_the_runs_that_have_them_are_looked_up_by_key(Written written, TestDatabase database)
            throws SQLException {
        List<String> plan = explain(written, database);

        assertThat(plan).as(String.join("\n", plan)).noneMatch(line -> line.contains("Seq Scan"));
        assertThat(plan).noneMatch(line -> line.contains("Hash Join") || line.contains("Merge Join"));
        assertThat(plan).noneMatch(line -> line.contains("runs_live") || line.contains("due_at_job_id_idx"));
        // An array alone is shown under the name of its function as well.
        assertThat(plan.stream()
                        .filter(line ->
                                line.contains("Function Scan on u ") || line.contains("Function Scan on unnest u ")))
                .hasSize(1);
    }

    private static int first(List<String> plan, String what) {
        for (int i = 0; i < plan.size(); i++) {
            if (plan.get(i).contains(what)) {
                return i;
            }
        }
        return Integer.MAX_VALUE;
    }

    private static List<String> explain(Written written, TestDatabase database) throws SQLException {
        String types = written.types().stream()
                .map(type -> type.equals("n") ? "int8" : type + "[]")
                .collect(Collectors.joining(", "));
        String values = written.types().stream()
                .map(type -> type.equals("n") ? "0" : "'{}'")
                .collect(Collectors.joining(", "));
        List<String> plan = new ArrayList<>();
        try (Pools pools = new Pools(database.settings());
                Connection connection = pools.writes().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("PREPARE written(" + types + ") AS " + numbered(written.sql()));
            try (ResultSet line = statement.executeQuery("EXPLAIN EXECUTE written(" + values + ")")) {
                while (line.next()) {
                    plan.add(line.getString(1));
                }
            }
        }
        return plan;
    }

    private static String numbered(String sql) {
        StringBuilder numbered = new StringBuilder();
        int parameter = 0;
        for (int i = 0; i < sql.length(); i++) {
            char c = sql.charAt(i);
            numbered.append(c == '?' ? "$" + ++parameter : String.valueOf(c));
        }
        return numbered.toString();
    }

    private static Written statement(String name, String sql, String types) {
        return new Written(name, sql, Arrays.asList(types.split(" ")));
    }
}
