package io.carillon.worker.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.carillon.client.HttpTarget;
import io.carillon.worker.time.VirtualClock;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** TLS to an address, under a name. */
class SecureTargetTest {
    @TempDir
    private Path directory;

    @Test
    void certificate_must_be_for_the_name() throws Exception {
        SSLContext tls = selfSigned("dns:target.test");
        try (TargetServer server = new TargetServer(tls)) {
            HttpTargetHandler handler = handler(tls);

            handler.handle(run("https://target.test:" + server.port() + "/"));
            handler.handle(run("https://target.test:" + server.port() + "/"));

            assertThat(server.seen).hasSize(2);
            assertThat(server.seen.get(0).headers()).containsEntry("Host", "target.test:" + server.port());
            assertThat(server.seen.get(1).client()).isEqualTo(server.seen.get(0).client());
        }
    }

    /** A certificate of the address is easily had by whoever sits there; it proves nothing about the name. */
    @ParameterizedTest
    @CsvSource({"dns:other.test", "ip:127.0.0.1"})
    void any_other_certificate_is_refused(String subject) throws Exception {
        SSLContext tls = selfSigned(subject);
        try (TargetServer server = new TargetServer(tls)) {
            HttpTargetHandler handler = handler(tls);

            assertThatThrownBy(() -> handler.handle(run("https://target.test:" + server.port() + "/")))
                    .isInstanceOf(SSLHandshakeException.class);
            assertThat(server.seen).isEmpty();
        }
    }

    @Test
    void address_in_the_url_needs_a_certificate_of_the_address() throws Exception {
        SSLContext tls = selfSigned("ip:127.0.0.1");
        try (TargetServer server = new TargetServer(tls)) {
            handler(tls).handle(run("https://127.0.0.1:" + server.port() + "/"));

            assertThat(server.seen).hasSize(1);
        }
    }

    @Test
    void redirect_out_of_tls_is_refused() throws Exception {
        SSLContext tls = selfSigned("dns:target.test");
        try (TargetServer server = new TargetServer(tls)) {
            server.on("/", 307, Map.of("Location", "http://target.test/"), new byte[0]);

            assertThatThrownBy(() -> handler(tls).handle(run("https://target.test:" + server.port() + "/")))
                    .isInstanceOf(RefusedTargetException.class)
                    .hasMessageContaining("from https to http");
        }
    }

    private static HttpTargetHandler handler(SSLContext tls) {
        return new HttpTargetHandler(
                new AddressRules(List.of(CidrBlock.parse("127.0.0.0/8")), List.of()),
                host -> List.of(Addresses.address("127.0.0.1")),
                tls,
                new VirtualClock(1));
    }

    private static FakeRun run(String url) {
        return new FakeRun(new HttpTarget(url, "POST", Map.of()), null);
    }

    /** Serves with a new certificate for this subject, and trusts it. */
    private SSLContext selfSigned(String subject) throws Exception {
        Path store = directory.resolve("keys-" + subject.replace(':', '-'));
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "target",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=unused",
                        "-ext",
                        "san=" + subject,
                        "-storepass",
                        "changeit",
                        "-keystore",
                        store.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("keytool.log").toFile())
                .start();
        assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(keytool.exitValue())
                .as(Files.readString(directory.resolve("keytool.log")))
                .isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, "changeit".toCharArray());
        }
        KeyManagerFactory identity = KeyManagerFactory.getInstance("PKIX");
        identity.init(keys, "changeit".toCharArray());
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(keys);
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(identity.getKeyManagers(), trust.getTrustManagers(), null);
        return tls;
    }
}
