package io.carillon.app.wiring;

import io.carillon.app.start.Ending;
import io.carillon.persistence.embedded.EmbeddedPostgres;
import io.carillon.persistence.embedded.EmbeddedPostgresSettings;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** A whole member in the test's own virtual machine, doors and database included. */
final class RunningMember implements AutoCloseable {

    private final EmbeddedPostgres server;
    private final ConfigurableApplicationContext context;
    private final HttpClient http = HttpClient.newHttpClient();
    private final int gridPort = freePort();

    RunningMember(Path folder, String clusterName, String... more) {
        this.server = EmbeddedPostgres.start(EmbeddedPostgresSettings.in(folder));
        SpringApplication application = new SpringApplication(MemberConfiguration.class);
        application.setRegisterShutdownHook(false);
        application.addInitializers(start -> start.getBeanFactory().registerSingleton("ending", new Ending()));
        List<String> settings = new ArrayList<>(List.of(
                "--server.port=0",
                "--spring.grpc.server.port=0",
                "--carillon.cluster.port=" + gridPort,
                "--carillon.cluster.name=" + clusterName,
                "--spring.datasource.url=" + server.jdbcUrl(),
                "--spring.datasource.username=" + server.username(),
                "--spring.datasource.password=" + server.password()));
        settings.addAll(List.of(more));
        this.context = application.run(settings.toArray(String[]::new));
    }

    static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int gridPort() {
        return gridPort;
    }

    MeterRegistry meters() {
        return context.getBean(MeterRegistry.class);
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return http.send(HttpRequest.newBuilder(uri(path)).build(), BodyHandlers.ofString());
    }

    HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(uri(path))
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    @Override
    public void close() {
        context.close();
        server.close();
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port") + path);
    }
}
