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
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The system under measurement: one member and one worker in processes of their own, on the measurement's PostgreSQL. */
final class Stand implements AutoCloseable {

    private static final Duration START_TIMEOUT = Duration.ofSeconds(90);
    private static final Duration CALL_DEADLINE = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(200);
    static final String DATABASE = "wave";

    private final MachineClock clock;
    private final Database database;
    private final List<AutoCloseable> parts = new ArrayList<>();
    private final Child member;
    private final Child worker;
    private final String grid;
    private final int restPort;
    private final CarillonClient client;
    private final Ledger ledger;

    /** Returns when the member is ready and the worker connected. */
    Stand(WaveOptions options, Database database, MachineClock clock)
            throws IOException, SQLException, InterruptedException {
        this.clock = clock;
        this.database = database;
        database.makeEmpty(DATABASE);
        this.restPort = freePort();
        int grpcPort = freePort();
        this.grid = "127.0.0.1:" + grpcPort;
        try {
            this.member = opened(member(options, database.postgres(), restPort, grpcPort));
            awaitReady(restPort);
            this.worker = opened(worker(options, grpcPort));
            awaitStart("the worker is not connected", () -> "true".equals(worker.ask("connected")));
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

    MachineClock clock() {
        return clock;
    }

    /** Address for clients and workers. */
    String grid() {
        return grid;
    }

    /** On the loopback interface. */
    int restPort() {
        return restPort;
    }

    CarillonClient client() {
        return client;
    }

    Child worker() {
        return worker;
    }

    Ledger ledger() {
        return ledger;
    }

    Cpu cpu() {
        return new Cpu(CpuTimes.ofProcess(member.pid()), CpuTimes.ofProcess(worker.pid()), database.cpuSeconds());
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

    private static Child member(WaveOptions options, EmbeddedPostgres postgres, int restPort, int grpcPort)
            throws IOException {
        List<String> arguments = new ArrayList<>();
        arguments.add("-Djava.util.concurrent.ForkJoinPool.common.parallelism=3");
        arguments.addAll(options.memberJvm());
        arguments.addAll(List.of(
                "-jar",
                options.memberJar().toString(),
                "--server.port=" + restPort,
                "--spring.grpc.server.port=" + grpcPort,
                "--carillon.cluster.name=wave",
                "--carillon.cluster.port=" + freePort(),
                "--spring.datasource.url=" + postgres.jdbcUrl(DATABASE),
                "--spring.datasource.username=" + postgres.username(),
                "--spring.datasource.password=" + postgres.password()));
        return Child.start("member", options.dir(), arguments);
    }

    private static Child worker(WaveOptions options, int grpcPort) throws IOException {
        String classPath = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
        List<String> arguments = new ArrayList<>(options.workerJvm());
        arguments.addAll(List.of(
                "-cp",
                classPath,
                WaveWorker.class.getName(),
                "127.0.0.1:" + grpcPort,
                Integer.toString(options.slots())));
        return Child.start("worker", options.dir(), arguments);
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
