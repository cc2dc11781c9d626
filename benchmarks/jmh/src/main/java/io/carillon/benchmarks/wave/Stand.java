package io.carillon.benchmarks.wave;

import io.carillon.client.CarillonClient;
import io.carillon.persistence.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The system under measurement: members and as many workers, each in a process of its own, on the measurement's PostgreSQL.
 */
final class Stand implements AutoCloseable {

    private static final Duration START_TIMEOUT = Duration.ofSeconds(90);
    private static final Duration CALL_DEADLINE = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(200);
    static final String DATABASE = "wave";
    private static final String DEFAULT_POOL = "default";

    private final MachineClock clock;
    private final Database database;
    private final WaveOptions options;
    private final List<AutoCloseable> parts = new ArrayList<>();
    private final List<Child> members = new ArrayList<>();
    private final List<Child> workers = new ArrayList<>();
    private final String grid;
    private final int restPort;
    private final int grpcPort;
    private final Instant launchedAt;
    private final CarillonClient client;
    private final Ledger ledger;

    /** On an empty database. */
    Stand(WaveOptions options, Database database, MachineClock clock)
            throws IOException, SQLException, InterruptedException {
        this(options, database, clock, empty -> {});
    }

    /** Puts into the database what the members are to find, under {@link Stand#DATABASE}. */
    interface Preparation {
        void prepare(Database database) throws IOException, SQLException, InterruptedException;
    }

    /** Returns when the members are ready and the workers connected, each to a member of its own. */
    Stand(WaveOptions options, Database database, MachineClock clock, Preparation preparation)
            throws IOException, SQLException, InterruptedException {
        int count = options.members();
        this.clock = clock;
        this.database = database;
        this.options = options;
        database.makeEmpty(DATABASE);
        preparation.prepare(database);
        List<MemberPorts> ports = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ports.add(new MemberPorts(freePort(), freePort(), freePort()));
        }
        this.restPort = ports.get(0).rest();
        this.grpcPort = ports.get(0).grpc();
        this.grid = "127.0.0.1:" + grpcPort;
        this.launchedAt = clock.now();
        try {
            for (int i = 0; i < count; i++) {
                members.add(opened(member(i, ports)));
            }
            for (MemberPorts each : ports) {
                awaitReady(each.rest());
            }
            for (int i = 0; i < count; i++) {
                workers.add(opened(worker(i, ports.get(i).grpc(), DEFAULT_POOL)));
            }
            for (Child worker : workers) {
                awaitStart("a worker is not connected", () -> "true".equals(worker.ask("connected")));
            }
            this.client = opened(CarillonClient.builder()
                    .target(grid)
                    .deadline(CALL_DEADLINE)
                    .build());
            this.ledger = opened(new Ledger(database.connect(DATABASE)));
        } catch (IOException | SQLException | InterruptedException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private record MemberPorts(int rest, int grpc, int cluster) {}

    MachineClock clock() {
        return clock;
    }

    /** Address of the first member, for clients and workers. */
    String grid() {
        return grid;
    }

    /** Of the first member, on the loopback interface. */
    int restPort() {
        return restPort;
    }

    /** When the members' virtual machines were started. */
    Instant launchedAt() {
        return launchedAt;
    }

    CarillonClient client() {
        return client;
    }

    /** Calls of a handler since the last time that {@link #calls} was asked for. */
    int handled(String handler) throws InterruptedException {
        int sum = 0;
        for (Child worker : workers) {
            sum += Integer.parseInt(worker.ask("count " + handler));
        }
        return sum;
    }

    /** All calls of handlers since the last time. */
    List<Lateness.Call> calls() throws InterruptedException, IOException {
        Path file = options.dir().resolve("calls");
        List<Lateness.Call> calls = new ArrayList<>();
        for (Child worker : workers) {
            worker.ask("report " + file);
            try (Stream<String> lines = Files.lines(file)) {
                lines.map(Lateness.Call::parse).forEach(calls::add);
            }
        }
        return calls;
    }

    /** The members' largest heap right after a collection, and their largest resident size, so far; in MB. */
    MemberMemory memory() throws IOException {
        MemberMemory most = MemberMemory.NONE;
        for (int i = 0; i < members.size(); i++) {
            most = most.max(MemberMemory.of(members.get(i).pid(), gcLog(i)));
        }
        return most;
    }

    Ledger ledger() {
        return ledger;
    }

    Cpu cpu() {
        return new Cpu(seconds(members), seconds(workers), database.cpuSeconds());
    }

    private static double seconds(List<Child> processes) {
        return processes.stream()
                .mapToDouble(process -> CpuTimes.ofProcess(process.pid()))
                .sum();
    }

    interface Condition {
        boolean holds() throws InterruptedException, SQLException, IOException;
    }

    /**
     * Looks a few times a second.
     *
     * @return false if it did not hold in time
     * @throws IllegalStateException if a process has ended
     */
    boolean await(Duration timeout, Condition condition) throws InterruptedException, SQLException, IOException {
        Instant deadline = clock.now().plus(timeout);
        while (!condition.holds()) {
            requireAlive();
            if (clock.now().isAfter(deadline)) {
                return false;
            }
            clock.pause(POLL);
        }
        return true;
    }

    /** @throws IllegalStateException if a process has ended */
    void requireAlive() {
        for (AutoCloseable part : parts) {
            if (part instanceof Child child) {
                child.requireAlive();
            }
        }
    }

    @Override
    public void close() {
        for (int i = parts.size() - 1; i >= 0; i--) {
            try {
                parts.get(i).close();
            } catch (Exception e) {
                Terminal.print("not closed: " + e);
            }
        }
        parts.clear();
    }

    private Child member(int index, List<MemberPorts> ports) throws IOException {
        EmbeddedPostgres postgres = database.postgres();
        MemberPorts own = ports.get(index);
        List<String> arguments = new ArrayList<>();
        arguments.add("-Djava.util.concurrent.ForkJoinPool.common.parallelism=3");
        arguments.add("-Xlog:gc:file=" + gcLog(index));
        arguments.addAll(options.memberJvm());
        arguments.addAll(List.of(
                "-jar",
                options.memberJar().toString(),
                "--server.port=" + own.rest(),
                "--spring.grpc.server.port=" + own.grpc(),
                "--carillon.cluster.name=wave",
                "--carillon.cluster.port=" + own.cluster(),
                "--spring.datasource.url=" + postgres.jdbcUrl(DATABASE),
                "--spring.datasource.username=" + postgres.username(),
                "--spring.datasource.password=" + postgres.password()));
        if (ports.size() > 1) {
            arguments.add("--carillon.cluster.members="
                    + ports.stream().map(each -> "127.0.0.1:" + each.cluster()).collect(Collectors.joining(",")));
        }
        return Child.start("member-" + (index + 1), options.dir(), arguments);
    }

    private Path gcLog(int index) {
        return options.dir().resolve("member-" + (index + 1) + ".gc.log");
    }

    /** One more, connected to the first member, which is not waited for. */
    void addWorker(String pool) throws IOException {
        workers.add(opened(worker(workers.size(), grpcPort, pool)));
    }

    private Child worker(int index, int grpcPort, String pool) throws IOException {
        String classPath = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
        String id = "wave-worker-" + (index + 1);
        List<String> arguments = new ArrayList<>(options.workerJvm());
        arguments.addAll(List.of(
                "-cp",
                classPath,
                WaveWorker.class.getName(),
                "127.0.0.1:" + grpcPort,
                id,
                Integer.toString(options.slots()),
                pool));
        return Child.start(id, options.dir(), arguments);
    }

    private void awaitReady(int restPort) throws InterruptedException, SQLException, IOException {
        HttpClient http = HttpClient.newHttpClient();
        HttpRequest readiness = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + restPort + "/actuator/health/readiness"))
                .timeout(Duration.ofSeconds(5))
                .build();
        awaitStart("the member is not ready", () -> {
            try {
                return http.send(readiness, HttpResponse.BodyHandlers.discarding())
                                .statusCode()
                        == 200;
            } catch (IOException e) {
                return false;
            }
        });
    }

    private void awaitStart(String otherwise, Condition condition)
            throws InterruptedException, SQLException, IOException {
        if (!await(START_TIMEOUT, condition)) {
            throw new IllegalStateException(otherwise + " after " + START_TIMEOUT.toSeconds() + " s");
        }
    }

    private <T extends AutoCloseable> T opened(T part) {
        parts.add(part);
        return part;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
