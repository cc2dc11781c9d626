package io.carillon.process;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/** The witness: an HTTP target that keeps what it was asked to do, whatever the scheduler says later. */
final class CallLog implements AutoCloseable {

    /** One call as it arrived. */
    record Call(
            String jobId,
            String runId,
            int attempt,
            long fencingToken,
            Instant nominalAt,
            Instant dueAt,
            Instant arrivedAt) {}

    private static final int THREADS = 32;

    private final ConcurrentLinkedQueue<Call> calls = new ConcurrentLinkedQueue<>();
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    private final HttpServer server;
    private final Duration work;
    private final Clock clock = Clock.systemUTC();

    CallLog() throws IOException {
        this(Duration.ZERO);
    }

    /** @param work how long each call takes after it was noted */
    CallLog(Duration work) throws IOException {
        this.work = work;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/work", this::take);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/work";
    }

    /** In order of arrival. */
    List<Call> calls() {
        return List.copyOf(calls);
    }

    /** By run, in order of arrival. */
    Map<String, List<Call>> byRun() {
        return calls.stream().collect(Collectors.groupingBy(Call::runId));
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            calls.add(new Call(
                    header(exchange, "Carillon-Job-Id"),
                    header(exchange, "Carillon-Run-Id"),
                    Integer.parseInt(header(exchange, "Carillon-Attempt")),
                    Long.parseLong(header(exchange, "Carillon-Fencing-Token")),
                    Instant.parse(header(exchange, "Carillon-Nominal-At")),
                    Instant.parse(header(exchange, "Carillon-Due-At")),
                    clock.instant()));
            LockSupport.parkNanos(work.toNanos());
            exchange.sendResponseHeaders(200, -1);
        }
    }

    private static String header(HttpExchange exchange, String name) {
        String value = exchange.getRequestHeaders().getFirst(name);
        if (value == null) {
            throw new AssertionError("a call without " + name);
        }
        return value;
    }
}
