package io.carillon.process;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.carillon.client.CarillonClient;
import io.carillon.client.CarillonException;
import io.carillon.client.ClientBuilder;
import io.carillon.client.JobRequest;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** TLS at both doors, and certificates of clients beside their keys at the one for workers and clients. */
@Tag("process")
class TlsTest {

    @TempDir
    private Path dir;

    @Test
    @Timeout(value = 4, unit = MINUTES)
    void both_doors_speak_tls_and_a_certificate_is_asked_for_as_well_as_a_key() throws Exception {
        Certificates.Pair member = Certificates.make(dir, "member");
        Certificates.Pair worker = Certificates.make(dir, "worker");
        Certificates.Pair stranger = Certificates.make(dir, "stranger");
        List<String> settings = new ArrayList<>(List.of("--carillon.security.enabled=true"));
        settings.add("--spring.ssl.bundle.pem.door.keystore.certificate="
                + member.certificate().toUri());
        settings.add("--spring.ssl.bundle.pem.door.keystore.private-key="
                + member.privateKey().toUri());
        settings.add("--spring.ssl.bundle.pem.door.truststore.certificate="
                + worker.certificate().toUri());
        settings.add("--server.ssl.bundle=door");
        settings.add("--spring.grpc.server.ssl.bundle=door");
        settings.add("--spring.grpc.server.ssl.client-auth=require");
        try (Installation carillon = new Installation(dir, 1, 0, settings)) {
            String root = carillon.makeKey("admin");
            String workerKey = carillon.makeKey("worker");
            carillon.member(0).process().start();

            HttpClient https = HttpClient.newBuilder()
                    .sslContext(trusting(member.certificate()))
                    .build();
            assertThat(status(https, "https", carillon.member(0).restPort(), root))
                    .isEqualTo(200);
            assertThat(status(https, "https", carillon.member(0).restPort(), "none"))
                    .isEqualTo(401);
            // Plain HTTP is told that it is wrong here, and nothing of what was asked for.
            assertThat(status(
                            HttpClient.newHttpClient(),
                            "http",
                            carillon.member(0).restPort(),
                            root))
                    .isEqualTo(400);

            Path keyFile = Files.writeString(dir.resolve("worker.apikey"), workerKey + "\n");
            JavaProcess process = carillon.addWorker(
                    "sealed",
                    0,
                    List.of(
                            "--carillon.worker.api-key-file=" + keyFile,
                            "--carillon.worker.fallback=log",
                            "--carillon.worker.tls.trust-certificates=" + member.certificate(),
                            "--carillon.worker.tls.certificate=" + worker.certificate(),
                            "--carillon.worker.tls.private-key=" + worker.privateKey()));
            process.start();
            try (CarillonClient client = CarillonClient.builder()
                    .target("localhost:" + carillon.member(0).grpcPort())
                    .apiKey(root)
                    .tls(member.certificate())
                    .clientCertificate(worker.certificate(), worker.privateKey())
                    .build()) {
                client.createJob(JobRequest.named("sealed")
                        .owner("acme")
                        .oneOff(Instant.parse("2020-01-01T00:00:00Z"))
                        .build());
            }

            String target = "localhost:" + carillon.member(0).grpcPort();
            assertUnavailable(CarillonClient.builder().target(target).apiKey(root));
            assertUnavailable(
                    CarillonClient.builder().target(target).apiKey(root).tls(member.certificate()));
            assertUnavailable(CarillonClient.builder()
                    .target(target)
                    .apiKey(root)
                    .tls(member.certificate())
                    .clientCertificate(stranger.certificate(), stranger.privateKey()));
            assertUnavailable(CarillonClient.builder()
                    .target(target)
                    .apiKey(root)
                    .tls(stranger.certificate())
                    .clientCertificate(worker.certificate(), worker.privateKey()));
            // The certificate does not stand in for the key.
            try (CarillonClient client = CarillonClient.builder()
                    .target(target)
                    .tls(member.certificate())
                    .clientCertificate(worker.certificate(), worker.privateKey())
                    .build()) {
                assertThatThrownBy(() -> client.getQuota("acme")).isInstanceOf(CarillonException.Denied.class);
            }
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> carillon.number("SELECT count(*) FROM runs WHERE ended_at IS NOT NULL") == 1);
        }
    }

    private static void assertUnavailable(ClientBuilder builder) {
        try (CarillonClient client = builder.deadline(Duration.ofSeconds(5)).build()) {
            assertThatThrownBy(() -> client.getQuota("acme")).isInstanceOf(CarillonException.Unavailable.class);
        }
    }

    private static int status(HttpClient client, String scheme, int port, String key)
            throws IOException, InterruptedException {
        return client.send(
                        HttpRequest.newBuilder(URI.create(scheme + "://localhost:" + port + "/jobs"))
                                .timeout(Duration.ofSeconds(20))
                                .header("Authorization", "Bearer " + key)
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .statusCode();
    }

    private static SSLContext trusting(Path certificate) throws GeneralSecurityException, IOException {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        try (InputStream file = Files.newInputStream(certificate)) {
            trusted.setCertificateEntry(
                    "member", CertificateFactory.getInstance("X.509").generateCertificate(file));
        }
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }
}
