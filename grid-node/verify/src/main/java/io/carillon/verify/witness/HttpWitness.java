package io.carillon.verify.witness;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.carillon.verify.evidence.Answer.Reply;
import io.carillon.verify.evidence.Arrival;
import io.carillon.verify.evidence.Trigger;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** An HTTP target on this machine. Calls that take long hold no thread. */
public final class HttpWitness implements AutoCloseable {

    private static final int THREADS = 16;
    private static final int BACKLOG = 1_000;
    private static final String PATH = "/work";

    private static final int SUCCESS = 200;
    private static final int RETRYABLE = 500;
    private static final int PERMANENT = 404;
    private static final int BAD_REQUEST = 400;

    private final Sightings sightings;
    private final HttpServer server;
    private final ExecutorService threads;
    private final ScheduledExecutorService timer;

    private HttpWitness(Sightings sightings, HttpServer server) {
        this.sightings = sightings;
        this.server = server;
        this.threads = Executors.newFixedThreadPool(THREADS, task -> new Thread(task, "witness-http"));
        this.timer = Executors.newScheduledThreadPool(2, task -> new Thread(task, "witness-work"));
    }

    public static HttpWitness start(Sightings sightings) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        HttpWitness witness = new HttpWitness(sightings, server);
        server.setExecutor(witness.threads);
        server.createContext(PATH, witness::take);
        server.start();
        return witness;
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + PATH;
    }

    @Override
    public void close() {
        server.stop(0);
        timer.shutdownNow();
        threads.shutdownNow();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the answer says how it went
    private void take(HttpExchange exchange) throws IOException {
        Instant at = sightings.now();
        long number = sightings.next();
        Arrival arrival;
        try {
            arrival = arrival(exchange.getRequestHeaders(), number, at);
        } catch (RuntimeException e) {
            // It is evidence all the same: whatever it was, somebody was called for it.
            sightings.badCall(e.getMessage() + "; its headers: "
                    + exchange.getRequestHeaders().entrySet());
            refuse(exchange);
            return;
        }
        sightings.arrived(arrival);
        byte[] body = exchange.getRequestBody().readAllBytes();
        Behaviour behaviour;
        try {
            behaviour = Behaviour.parse(body);
        } catch (IllegalArgumentException e) {
            sightings.badPayload(arrival, e.getMessage());
            answer(exchange, number, Reply.PERMANENT);
            return;
        }
        Reply reply = behaviour.permanent()
                ? Reply.PERMANENT
                : behaviour.fails(arrival.attempt()) ? Reply.RETRYABLE : Reply.SUCCESS;
        if (behaviour.workMillis() == 0) {
            answer(exchange, number, reply);
        } else {
            timer.schedule(() -> answer(exchange, number, reply), behaviour.workMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private static Arrival arrival(Headers headers, long number, Instant at) {
        return new Arrival(
                number,
                Arrival.Door.HTTP,
                null,
                UUID.fromString(header(headers, "Carillon-Run-Id")),
                UUID.fromString(header(headers, "Carillon-Job-Id")),
                Integer.parseInt(header(headers, "Carillon-Attempt")),
                Long.parseLong(header(headers, "Carillon-Fencing-Token")),
                Trigger.valueOf(header(headers, "Carillon-Trigger").toUpperCase(Locale.ROOT)),
                Instant.parse(header(headers, "Carillon-Nominal-At")),
                Instant.parse(header(headers, "Carillon-Due-At")),
                at);
    }

    private static void refuse(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.sendResponseHeaders(BAD_REQUEST, -1);
        }
    }

    private void answer(HttpExchange exchange, long number, Reply reply) {
        sightings.answering(number, reply);
        try (exchange) {
            exchange.sendResponseHeaders(
                    switch (reply) {
                        case SUCCESS -> SUCCESS;
                        case RETRYABLE -> RETRYABLE;
                        case PERMANENT -> PERMANENT;
                        case BROKEN_OFF -> throw new IllegalArgumentException("nothing to answer");
                    },
                    -1);
        } catch (IOException e) {
            // The worker has gone: it was answered as far as we can, and whoever comes next is another call.
            exchange.close();
        }
    }

    private static String header(Headers headers, String name) {
        String value = headers.getFirst(name);
        if (value == null) {
            throw new IllegalStateException("a call without the header " + name);
        }
        return value;
    }
}
