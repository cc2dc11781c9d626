package io.carillon.worker.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** A target on loopback that keeps what it is sent and answers by path. */
final class TargetServer implements AutoCloseable {
    final List<Seen> seen = new CopyOnWriteArrayList<>();
    private final Map<String, Answer> answers = new TreeMap<>();
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    /** @param client the address it was called from, to tell connections apart */
    record Seen(String method, String uri, Map<String, String> headers, String body, InetSocketAddress client) {}

    /** @param status 0: the connection is closed without an answer; -1: no answer comes */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record Answer(int status, Map<String, String> headers, byte[] body) {}

    TargetServer(@Nullable SSLContext tls) {
        try {
            InetSocketAddress any = new InetSocketAddress(Addresses.address("127.0.0.1"), 0);
            if (tls == null) {
                server = HttpServer.create(any, 0);
            } else {
                HttpsServer secure = HttpsServer.create(any, 0);
                secure.setHttpsConfigurator(new HttpsConfigurator(tls));
                server = secure;
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    TargetServer on(String path, int status, Map<String, String> headers, byte[] body) {
        answers.put(path, new Answer(status, headers, body));
        return this;
    }

    TargetServer on(String path, int status, String contentType, String body) {
        return on(path, status, Map.of("Content-Type", contentType), body.getBytes(StandardCharsets.UTF_8));
    }

    private void handle(HttpExchange exchange) throws IOException {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, values.get(0)));
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        seen.add(new Seen(
                exchange.getRequestMethod(),
                exchange.getRequestURI().toString(),
                headers,
                body,
                exchange.getRemoteAddress()));
        Answer answer =
                answers.getOrDefault(exchange.getRequestURI().getPath(), new Answer(200, Map.of(), new byte[0]));
        if (answer.status() == -1) {
            return;
        }
        if (answer.status() == 0) {
            exchange.close();
            return;
        }
        answer.headers().forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
        boolean empty = answer.body().length == 0 || exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(answer.status(), empty ? -1 : answer.body().length);
        if (!empty) {
            exchange.getResponseBody().write(answer.body());
        }
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
