package io.carillon.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.carillon.client.CarillonClient;
import io.carillon.client.ChannelSecurity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** What an application shows to a cluster elsewhere that asks who comes. */
class RemoteAccessTest {

    private static final CarillonProperties.Tls PLAIN = new CarillonProperties.Tls(false, null, null, null);

    @TempDir
    Path folder;

    @Test
    void the_key_is_the_one_that_is_said_or_stands_in_the_file_now() throws IOException {
        assertThat(keyOf(RemoteAccess.of("carillon.worker", "carillon_a", null, PLAIN)))
                .isEqualTo("carillon_a");
        Path file = Files.writeString(folder.resolve("key"), "carillon_b\n");
        ChannelSecurity fromFile = RemoteAccess.of("carillon.worker", null, file, PLAIN);
        assertThat(keyOf(fromFile)).isEqualTo("carillon_b");
        Files.writeString(file, "carillon_c\n");
        assertThat(keyOf(fromFile)).isEqualTo("carillon_c");
        assertThat(RemoteAccess.of("carillon.worker", null, null, PLAIN)).isEqualTo(ChannelSecurity.NONE);
    }

    @Test
    void a_certificate_to_trust_or_to_show_means_tls() {
        Path pem = folder.resolve("pem");
        assertThat(RemoteAccess.of("x", null, null, new CarillonProperties.Tls(true, null, null, null)))
                .isEqualTo(ChannelSecurity.NONE.withTls(null));
        assertThat(RemoteAccess.of("x", null, null, new CarillonProperties.Tls(false, pem, null, null)))
                .isEqualTo(ChannelSecurity.NONE.withTls(pem));
        assertThat(RemoteAccess.of("x", null, null, new CarillonProperties.Tls(false, null, pem, pem)))
                .isEqualTo(ChannelSecurity.NONE.withClientCertificate(pem, pem));
        assertThatThrownBy(() -> RemoteAccess.of("x", null, null, new CarillonProperties.Tls(false, null, pem, null)))
                .hasMessageContaining("carillon.worker.tls.private-key belong together");
    }

    @Test
    void worker_and_client_have_keys_of_their_own() {
        ApplicationContextRunner remote = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(CarillonAutoConfiguration.class))
                .withPropertyValues("carillon.member.enabled=false", "carillon.worker.grid=localhost:1");
        remote.withPropertyValues("carillon.worker.api-key=carillon_w", "carillon.client.api-key=carillon_c")
                .run(context -> {
                    assertThat(context).hasNotFailed().hasSingleBean(CarillonClient.class);
                    assertThat(context.getBean(CarillonProperties.class).toString())
                            .doesNotContain("carillon_w")
                            .doesNotContain("carillon_c");
                });
        remote.withPropertyValues("carillon.client.api-key=carillon_c", "carillon.client.api-key-file=/none")
                .run(context -> assertThat(context)
                        .hasFailed()
                        .getFailure()
                        .rootCause()
                        .hasMessage("set carillon.client.api-key or carillon.client.api-key-file, not both"));
    }

    private static String keyOf(ChannelSecurity security) {
        return Objects.requireNonNull(security.apiKey()).get();
    }
}
