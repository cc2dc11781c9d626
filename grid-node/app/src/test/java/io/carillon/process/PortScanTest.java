package io.carillon.process;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.config.ClientConfig;
import io.carillon.gateway.grpc.PublicServices;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What somebody without a credential finds who tries every port on which the processes of a member listen. */
@Tag("process")
class PortScanTest {

    private static final int ANSWER_MILLIS = 3_000;
    private static final Pattern LISTENING =
            Pattern.compile("\\s*\\d+: [0-9A-F]+:([0-9A-F]{4}) [0-9A-F]+:0000 0A (?:\\S+\\s+){5}(\\d+) .*");

    @TempDir
    private Path dir;

    @Test
    @Timeout(value = 4, unit = MINUTES)
    void nothing_answers_but_health() throws Exception {
        try (Installation carillon = new Installation(dir, 1, 0, List.of("--carillon.security.enabled=true"))) {
            String root = carillon.makeKey("admin");
            carillon.member(0).process().start();
            int rest = carillon.member(0).restPort();
            int grpc = carillon.member(0).grpcPort();
            int grid = carillon.gridPort(0);
            assertThat(listeningPorts(carillon.member(0).process().pid()))
                    .as("every port must be known here, so that it is tried")
                    .containsExactlyInAnyOrder(rest, grpc, grid);

            for (String path : List.of(
                    "/",
                    "/jobs",
                    "/v1/jobs",
                    "/runs",
                    "/cluster",
                    "/audit",
                    "/api-keys",
                    "/openapi.json",
                    "/error",
                    "/actuator",
                    "/actuator/prometheus",
                    "/actuator/settled",
                    "/actuator/env",
                    "/actuator/heapdump",
                    "/no/such/path")) {
                for (String method : List.of("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS")) {
                    assertThat(new KeyedRest(rest, null).status(method, path, ""))
                            .as(method + " " + path)
                            .isEqualTo(401);
                }
            }
            KeyedRest nobody = new KeyedRest(rest, null);
            assertThat(nobody.get("/actuator/health").toString())
                    .contains("UP")
                    .doesNotContain("postgresql", "components", "details");
            assertThat(nobody.get("/actuator/health/readiness").toString()).isEqualTo("{\"status\":\"UP\"}");
            assertThat(new KeyedRest(rest, root)
                            .call("GET", "/actuator/prometheus", "")
                            .body())
                    .contains("carillon_access_refused_total");

            try (PublicServices services = new PublicServices(grpc)) {
                assertThat(services.healthy()).isTrue();
                assertThatThrownBy(services::names).hasMessageContaining("UNAUTHENTICATED");
            }

            // Whoever speaks plain bytes gets no more than the banner of a protocol.
            for (int port : List.of(rest, grpc, grid)) {
                for (String greeting : List.of(
                        "GET /jobs HTTP/1.0\r\n\r\n",
                        "HZC",
                        "CP2",
                        "GET /hazelcast/rest/cluster HTTP/1.0\r\n\r\n",
                        "get map:key\r\n",
                        "stats\r\n",
                        "\0\0\0\10\4\322\26/")) {
                    assertThat(answer(port, greeting))
                            .as("port " + port + " asked " + greeting)
                            .satisfiesAnyOf(
                                    text -> assertThat(text).isEmpty(),
                                    text -> assertThat(text).startsWith("HTTP/1.1 4"),
                                    // A request that is none has no version to be answered in.
                                    text -> assertThat(text)
                                            .startsWith("{\"type\":\"urn:carillon:problem:invalid_request\""),
                                    text -> assertThat(text).startsWith("\0\0"),
                                    text -> assertThat(text.length()).isLessThanOrEqualTo(3));
                }
            }
            // The grid has no credentials; so it takes members alone, not Hazelcast's clients, by whatever name.
            for (String cluster : List.of("carillon", "dev")) {
                assertThatThrownBy(() -> connectToGrid(grid, cluster))
                        .as("a client of cluster " + cluster)
                        .isInstanceOf(RuntimeException.class);
            }
            assertThat(new KeyedRest(rest, root).get("/cluster").get("members")).hasSize(1);

            // PostgreSQL of its own asks for a password.
            for (String password : List.of("", "postgres", "carillon")) {
                assertThatThrownBy(() -> DriverManager.getConnection(
                                        carillon.storeSettings().jdbcUrl(),
                                        carillon.storeSettings().username(),
                                        password)
                                .close())
                        .isInstanceOf(SQLException.class);
            }
        }
    }

    @Test
    @Timeout(value = 4, unit = MINUTES)
    void a_port_of_its_own_for_management_is_guarded_likewise() throws Exception {
        int management = Installation.freePort();
        List<String> settings = List.of(
                "--carillon.security.enabled=true",
                "--carillon.security.metrics-role=viewer",
                "--management.server.port=" + management,
                "--management.server.address=127.0.0.1");
        try (Installation carillon = new Installation(dir, 1, 0, settings)) {
            String viewer = carillon.makeKey("viewer");
            carillon.member(0).process().start();
            KeyedRest nobody = new KeyedRest(management, null);
            assertThat(nobody.get("/actuator/health").get("status").asString()).isEqualTo("UP");
            for (String path : List.of("/", "/actuator", "/actuator/prometheus", "/actuator/settled", "/error")) {
                assertThat(nobody.status("GET", path, "")).as(path).isEqualTo(401);
            }
            KeyedRest known = new KeyedRest(management, viewer);
            assertThat(known.status("GET", "/actuator/prometheus", "")).isEqualTo(200);
            assertThat(known.status("GET", "/actuator", "")).isEqualTo(403);
            assertThat(new KeyedRest(carillon.member(0).restPort(), null).status("GET", "/actuator/prometheus", ""))
                    .isEqualTo(401);
        }
    }

    private static void connectToGrid(int port, String cluster) {
        ClientConfig config = new ClientConfig();
        config.setClusterName(cluster);
        config.getNetworkConfig().addAddress("127.0.0.1:" + port);
        config.getConnectionStrategyConfig().getConnectionRetryConfig().setClusterConnectTimeoutMillis(5_000);
        HazelcastClient.newHazelcastClient(config).shutdown();
    }

    /** What comes back within three seconds; nothing: the port says nothing, or ends the connection. */
    private static String answer(int port, String greeting) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(ANSWER_MILLIS);
            OutputStream out = socket.getOutputStream();
            out.write(greeting.getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
            InputStream in = socket.getInputStream();
            byte[] bytes = new byte[4_096];
            int read = in.read(bytes);
            return read < 0 ? "" : new String(bytes, 0, read, StandardCharsets.ISO_8859_1);
        } catch (SocketTimeoutException e) {
            return "";
        } catch (IOException e) {
            // Reset: that is no answer either.
            return "";
        }
    }

    /** From the kernel's tables and the process's open files. */
    private static Set<Integer> listeningPorts(long pid) throws IOException {
        Set<String> sockets = new HashSet<>();
        try (Stream<Path> files = Files.list(Path.of("/proc/" + pid + "/fd"))) {
            for (Path file : files.toList()) {
                Matcher socket = Pattern.compile("socket:\\[(\\d+)]")
                        .matcher(Files.readSymbolicLink(file).toString());
                if (socket.matches()) {
                    sockets.add(socket.group(1));
                }
            }
        }
        Set<Integer> ports = new TreeSet<>();
        for (String table : List.of("tcp", "tcp6")) {
            for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/net/" + table))) {
                Matcher listening = LISTENING.matcher(line);
                if (listening.matches() && sockets.contains(listening.group(2))) {
                    ports.add(Integer.parseInt(listening.group(1), 16));
                }
            }
        }
        return ports;
    }
}
