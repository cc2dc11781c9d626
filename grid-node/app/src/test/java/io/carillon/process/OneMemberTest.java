package io.carillon.process;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.app.start.MemberProcess;
import io.carillon.gateway.grpc.BadGrpcCall;
import io.carillon.gateway.rest.BadRestCall;
import io.carillon.gateway.rest.ProblemText;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What users do wrong, and what they ask of the jar, against one member with its database. */
@Tag("process")
@Timeout(value = 4, unit = MINUTES)
class OneMemberTest {

    /** Tables that only users' calls write, while nothing is due. */
    private static final List<String> OF_USERS = List.of(
            "jobs",
            "job_revisions",
            "job_state",
            "runs",
            "run_payloads",
            "run_requests",
            "skips",
            "owners",
            "owner_quotas",
            "idempotency_keys",
            "redrives");

    @TempDir
    private static Path dir;

    private static Installation carillon;
    private static Rest rest;
    private static String job;
    private static String run;

    @BeforeAll
    static void start() throws Exception {
        carillon = new Installation(dir, 1, 0, List.of());
        carillon.member(0).process().start();
        rest = new Rest(carillon.member(0).restPort());
        job = rest.post("/jobs", "{\"name\":\"yearly\",\"schedule\":\"0 0 1 1 *\"}")
                .get("job_id")
                .asString();
        run = rest.post("/jobs/" + job + "/trigger", "{}").get("run_id").asString();
    }

    @AfterAll
    static void stop() throws InterruptedException {
        carillon.close();
    }

    @Test
    void bad_calls_over_rest_change_no_row() throws Exception {
        Map<String, String> before = rows();
        HttpClient client = HttpClient.newHttpClient();
        for (BadRestCall bad : BadRestCall.all()) {
            ProblemText.of(bad.send(
                            client, "http://127.0.0.1:" + carillon.member(0).restPort(), job, run))
                    .is(bad.status(), bad.type(), bad.field());
        }
        assertThat(rows()).isEqualTo(before);
    }

    @Test
    void bad_calls_over_grpc_change_no_row() throws Exception {
        Map<String, String> before = rows();
        ManagedChannel channel = NettyChannelBuilder.forAddress(
                        "127.0.0.1", carillon.member(0).grpcPort())
                .usePlaintext()
                .build();
        try {
            for (BadGrpcCall bad : BadGrpcCall.all(job)) {
                BadGrpcCall.Refusal refusal = bad.refusal(channel);
                assertThat(refusal.code()).as(bad.toString()).isEqualTo(bad.code());
                assertThat(refusal.fields())
                        .as(bad.toString())
                        .isEqualTo(bad.field().isEmpty() ? List.of() : List.of(bad.field()));
            }
        } finally {
            channel.shutdownNow();
        }
        assertThat(rows()).isEqualTo(before);
    }

    @Test
    void an_audit_finds_nothing_missing_until_something_is() throws Exception {
        String often = rest.post("/jobs", "{\"name\":\"often\",\"schedule\":\"* * * * * *\"}")
                .get("job_id")
                .asString();
        // A pause takes back what was claimed ahead.
        Awaitility.await("some runs are due")
                .atMost(Duration.ofSeconds(30))
                .until(() ->
                        carillon.number("SELECT count(*) FROM runs WHERE due_at < now() AND job_id = '" + often + "'")
                                >= 2);
        rest.post("/jobs/" + often + "/pause", "");

        try (MemberProcess clean = audit("--job=" + often)) {
            assertThat(clean.exitCode()).as(clean.err()).isZero();
            assertThat(clean.out()).contains("unaccounted=0").doesNotContain("hole");
            assertThat(clean.err()).isEmpty();
        }
        carillon.execute("DELETE FROM runs WHERE run_id = (SELECT min(run_id::text)::uuid FROM runs WHERE job_id = '"
                + often + "')");
        try (MemberProcess hole = audit("--job=" + often)) {
            assertThat(hole.exitCode()).as(hole.err()).isEqualTo(1);
            assertThat(hole.out())
                    .contains("hole job=" + often)
                    .contains("kind=missing")
                    .contains("unaccounted=1");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--since=2026-03-01T00:00:00Z | --since=2026-03-01T00:00:00Z is not known; an audit takes --from=",
                "--from=yesterday | --from=yesterday: must be",
                "--from=2026-03-02T00:00:00Z,--to=2026-03-01T00:00:00Z | --to must not be before --from",
                "--job=17 | --job=17: must be a UUID",
                "--owner= | --owner=: must not be empty",
                "now | now is not known",
                "--carillon.history.retension=1d | carillon.history.retension",
            })
    void an_audit_that_cannot_be_made_says_why(String args, String why) throws Exception {
        try (MemberProcess audit = audit(args.split(","))) {
            assertThat(audit.exitCode()).isEqualTo(2);
            assertThat(audit.err().lines())
                    .singleElement()
                    .asString()
                    .startsWith("carillon: the audit could not be made: ")
                    .contains(why);
            assertThat(audit.out()).isEmpty();
        }
    }

    @Test
    void an_audit_of_a_database_that_is_not_there_says_so() throws Exception {
        try (MemberProcess audit = MemberProcess.start(
                dir,
                Map.of(),
                List.of(),
                List.of("audit", "--spring.datasource.url=jdbc:postgresql://127.0.0.1:9/x"))) {
            assertThat(audit.exitCode()).isEqualTo(2);
            assertThat(audit.err())
                    .startsWith("carillon: the audit could not be made: ")
                    .hasLineCount(1);
        }
    }

    @Test
    void a_watch_finds_nothing_until_something_is_wrong() throws Exception {
        String job = rest.post("/jobs", "{\"name\":\"silent\",\"schedule\":\"0 0 2 1 *\"}")
                .get("job_id")
                .asString();
        try (MemberProcess clean = command("watch", "--once")) {
            assertThat(clean.exitCode()).as(clean.out() + clean.err()).isZero();
            assertThat(clean.out()).contains("looked found=0 all_jobs=true");
            assertThat(clean.err()).isEmpty();
        }
        carillon.execute(
                "UPDATE job_state SET next_due_at = NULL, next_nominal_at = NULL WHERE job_id = '" + job + "'");
        try (MemberProcess found = command("watch", "--once")) {
            assertThat(found.exitCode()).as(found.err()).isEqualTo(1);
            assertThat(found.out()).contains("found kind=silent n=1").contains("job=" + job);
        }
        try (MemberProcess wrong = command("watch", "--twice")) {
            assertThat(wrong.exitCode()).isEqualTo(2);
            assertThat(wrong.err()).contains("--twice is not known").hasLineCount(1);
        }
    }

    @Test
    void a_member_that_may_not_migrate_starts_when_somebody_else_has() throws Exception {
        carillon.execute("CREATE DATABASE other");
        try (MemberProcess early = withOther("--carillon.schema.migrate=false", "--server.port=0")) {
            assertThat(early.exitCode()).isEqualTo(1);
            assertThat(early.err()).contains("run the command migrate").hasLineCount(1);
        }
        try (MemberProcess migrate = withOther("migrate")) {
            assertThat(migrate.exitCode()).as(migrate.err()).isZero();
            assertThat(migrate.out()).contains("migrated schema=").doesNotContain("days_made=0 ");
        }
        try (MemberProcess again = withOther("migrate")) {
            assertThat(again.exitCode()).as(again.err()).isZero();
            assertThat(again.out()).contains("days_made=0 ");
        }
        try (MemberProcess nobody = withOther("migrate", "--app-role=nobody")) {
            assertThat(nobody.exitCode()).isEqualTo(1);
            assertThat(nobody.err()).contains("the role nobody").hasLineCount(1);
        }
    }

    @Test
    void help_is_given_to_who_asks_and_what_is_no_command_is_refused() throws Exception {
        try (MemberProcess member = MemberProcess.start(dir, Map.of(), List.of(), List.of("--help"))) {
            assertThat(member.exitCode()).isZero();
            assertThat(member.out()).contains("--spring.datasource.url=").contains("Exit codes:");
            assertThat(member.err()).isEmpty();
        }
        try (MemberProcess audit = MemberProcess.start(dir, Map.of(), List.of(), List.of("audit", "--help"))) {
            assertThat(audit.exitCode()).isZero();
            assertThat(audit.out()).contains("--from=").contains("Exit codes:");
        }
        for (String name : List.of("watch", "migrate")) {
            try (MemberProcess command = MemberProcess.start(dir, Map.of(), List.of(), List.of(name, "--help"))) {
                assertThat(command.exitCode()).isZero();
                assertThat(command.out()).contains("Exit codes:");
            }
        }
        try (MemberProcess unknown = MemberProcess.start(dir, Map.of(), List.of(), List.of("adit"))) {
            assertThat(unknown.exitCode()).isEqualTo(2);
            assertThat(unknown.err())
                    .contains("bad settings: adit is neither a setting")
                    .hasLineCount(1);
        }
    }

    /** On a database of its own beside that of the member. */
    private static MemberProcess withOther(String... args) throws Exception {
        List<String> all = new ArrayList<>(List.of(args));
        carillon.databaseArguments().forEach(arg -> all.add(arg.replaceAll("/carillon$", "/other")));
        return MemberProcess.start(dir, Map.of(), List.of(), all);
    }

    private static MemberProcess audit(String... args) throws Exception {
        List<String> all = new ArrayList<>(List.of("audit"));
        all.addAll(List.of(args));
        return command(all.toArray(String[]::new));
    }

    private static MemberProcess command(String... args) throws Exception {
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(carillon.databaseArguments());
        return MemberProcess.start(dir, Map.of(), List.of(), all);
    }

    /** The number of rows of every table, and what stands in those that users' calls write. */
    private static Map<String, String> rows() throws SQLException {
        Map<String, String> rows = new TreeMap<>();
        try (Connection connection = carillon.connect();
                Statement statement = connection.createStatement()) {
            List<String> tables = new ArrayList<>();
            try (ResultSet names =
                    statement.executeQuery("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")) {
                while (names.next()) {
                    tables.add(names.getString(1));
                }
            }
            assertThat(tables).containsAll(OF_USERS);
            for (String table : tables) {
                String content = OF_USERS.contains(table)
                        ? ", coalesce(md5(string_agg(t::text, ',' ORDER BY t::text)), '')"
                        : ", ''";
                try (ResultSet row = statement.executeQuery("SELECT count(*)" + content + " FROM " + table + " t")) {
                    row.next();
                    rows.put(table, row.getLong(1) + " " + row.getString(2));
                }
            }
        }
        return rows;
    }
}
