package io.carillon.verify.run;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.carillon.verify.cluster.Door;
import io.carillon.verify.cluster.Keys;
import io.carillon.verify.time.SystemClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClockProbeTest {

    /** Long before a load is put on a cluster that would refuse all of it. */
    @ParameterizedTest
    @CsvSource({"401,--api-key-file", "403,--api-key-file", "503,makes no job"})
    void a_cluster_that_does_not_take_our_requests_is_named_at_once(int status, String words) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.start();
        try {
            String url = "http://127.0.0.1:" + server.getAddress().getPort();
            assertThatThrownBy(() ->
                            ClockProbe.measure(new Door(url, "127.0.0.1:1"), Keys.NONE, new SystemClock(Duration.ZERO)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContainingAll(url, words, String.valueOf(status));
        } finally {
            server.stop(0);
        }
    }
}
