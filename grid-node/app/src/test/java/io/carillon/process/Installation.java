package io.carillon.process;

import io.carillon.persistence.embedded.EmbeddedPostgres;
import io.carillon.persistence.embedded.EmbeddedPostgresSettings;
import io.carillon.persistence.jdbc.StoreSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** PostgreSQL, members and a worker as processes, each of which can be killed and started again where it was. */
final class Installation implements AutoCloseable {

    private static final Path MEMBER_JAR =
            Path.of("target/carillon-grid-node.jar").toAbsolutePath();
    private static final Path WORKER_JAR =
            Path.of("../../worker/target/carillon-worker.jar").toAbsolutePath();

    private static final int PORT_MIN = 12_000;
    private static final int PORT_MAX = 32_000;
    /** Builds that run side by side begin at different ones. */
    private static final AtomicInteger NEXT_PORT =
            new AtomicInteger(PORT_MIN + (int) (ProcessHandle.current().pid() * 97 % (PORT_MAX - PORT_MIN - 1_000)));

    /** A member with its ports. */
    record Member(JavaProcess process, int restPort, int grpcPort) {}

    private final Path dir;
    private final List<Member> members = new ArrayList<>();
    private final List<Integer> gridPorts = new ArrayList<>();
    private final List<JavaProcess> workers = new ArrayList<>();
    private final JavaProcess worker;
    private final EmbeddedPostgresSettings postgresSettings;
    private EmbeddedPostgres postgres;

    /**
     * Starts PostgreSQL; members and worker are started by the test.
     *
     * @param memberArguments besides those for ports, database and cluster
     * @param workerOf the number of the member whose gateway the worker connects to
     */
    Installation(Path dir, int memberCount, int workerOf, List<String> memberArguments) throws IOException {
        this.dir = dir;
        postgresSettings = EmbeddedPostgresSettings.in(dir.resolve("postgres")).withPort(freePort());
        postgres = EmbeddedPostgres.start(postgresSettings);
        postgres.createDatabase("carillon");
        List<String> addresses = new ArrayList<>();
        for (int i = 0; i < memberCount; i++) {
            gridPorts.add(freePort());
            addresses.add("127.0.0.1:" + gridPorts.get(i));
        }
        for (int i = 0; i < memberCount; i++) {
            List<String> arguments = new ArrayList<>(memberArguments);
            arguments.add("--carillon.cluster.port=" + gridPorts.get(i));
            if (memberCount > 1) {
                arguments.add("--carillon.cluster.members=" + String.join(",", addresses));
            }
            members.add(member("member" + i, dir, arguments));
        }
        worker = addWorker("worker", workerOf);
    }

    /**
     * One more member, not started yet, which knows the first ones.
     *
     * @param more arguments that no other has
     */
    Member addMember(String name, List<String> more) {
        List<String> arguments = new ArrayList<>(more);
        arguments.add("--carillon.cluster.port=" + freePort());
        arguments.add("--carillon.cluster.members="
                + gridPorts.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(",")));
        Member added = member(name, dir, arguments);
        members.add(added);
        return added;
    }

    int gridPort(int number) {
        return gridPorts.get(number);
    }

    Member member(int number) {
        return members.get(number);
    }

    JavaProcess worker() {
        return worker;
    }

    /** One more worker, not started yet. */
    JavaProcess addWorker(String id, int ofMember) {
        return addWorker(id, ofMember, List.of());
    }

    /** @param more arguments that no other has */
    JavaProcess addWorker(String id, int ofMember, List<String> more) {
        List<String> arguments = new ArrayList<>(List.of(
                "--carillon.worker.grid=localhost:" + members.get(ofMember).grpcPort(),
                "--carillon.worker.id=" + id,
                "--carillon.worker.slots=50",
                "--carillon.worker.http.allow=127.0.0.0/8"));
        arguments.addAll(more);
        JavaProcess added = new JavaProcess(id, WORKER_JAR, arguments, dir, "slots=");
        workers.add(added);
        return added;
    }

    /** Makes an API key of all owners by the command of the member's jar. */
    String makeKey(String role) throws InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("keys", "create", "--role=" + role, "--name=first " + role));
        arguments.addAll(databaseArguments());
        JavaProcess command = new JavaProcess("keys-" + role, MEMBER_JAR, arguments, dir, "carillon_");
        command.launch();
        int exitCode = command.awaitEnd();
        Matcher key = Pattern.compile("carillon_[0-9a-f]{32}_[A-Za-z0-9_-]{43}").matcher(command.said());
        if (exitCode != 0 || !key.find()) {
            throw new AssertionError("no key was made: " + command.said());
        }
        return key.group();
    }

    void killPostgres() {
        postgres.kill();
    }

    /** On the same data and port. */
    void startPostgres() {
        postgres = EmbeddedPostgres.start(postgresSettings);
    }

    void execute(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    List<String> databaseArguments() {
        return List.of(
                "--spring.datasource.url=" + postgres.jdbcUrl("carillon"),
                "--spring.datasource.username=" + postgres.username(),
                "--spring.datasource.password=" + postgres.password());
    }

    StoreSettings storeSettings() {
        return StoreSettings.of(postgres.jdbcUrl("carillon"), postgres.username(), postgres.password());
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(postgres.jdbcUrl("carillon"), postgres.username(), postgres.password());
    }

    /** The numbers of a query's first column. */
    List<Long> numbers(String query) throws SQLException {
        List<Long> numbers = new ArrayList<>();
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            while (row.next()) {
                numbers.add(row.getLong(1));
            }
        }
        return numbers;
    }

    /** The single number a query answers. */
    long number(String query) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }

    @Override
    public void close() throws InterruptedException {
        for (JavaProcess each : workers) {
            each.close();
        }
        for (Member member : members) {
            member.process().close();
        }
        postgres.stopImmediately();
    }

    private Member member(String name, Path dir, List<String> more) {
        int restPort = freePort();
        int grpcPort = freePort();
        List<String> arguments = new ArrayList<>(databaseArguments());
        arguments.add("--server.port=" + restPort);
        arguments.add("--spring.grpc.server.port=" + grpcPort);
        arguments.addAll(more);
        return new Member(new JavaProcess(name, MEMBER_JAR, arguments, dir, "curl "), restPort, grpcPort);
    }

    /**
     * Below the ports from which connections leave: one of those could have the port of a process that was killed before
     * the next one listens there.
     */
    static int freePort() {
        while (true) {
            int port = NEXT_PORT.getAndIncrement();
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (BindException e) {
                if (port > PORT_MAX) {
                    throw new UncheckedIOException(e);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
