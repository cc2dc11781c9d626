package io.carillon.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChannelSecurityTest {

    private static final Path FILE = Path.of("no", "such", "file.pem");

    @Test
    void its_text_does_not_tell_the_key() {
        ChannelSecurity security = ChannelSecurity.NONE.withApiKey(() -> "carillon_secret");
        assertThat(security.toString()).contains("apiKey=true").doesNotContain("carillon_secret");
    }

    @Test
    void a_certificate_means_tls_and_comes_with_its_key() {
        assertThat(ChannelSecurity.NONE.withClientCertificate(FILE, FILE).tls()).isTrue();
        assertThat(ChannelSecurity.NONE.withTls(null).tls()).isTrue();
        assertThat(ChannelSecurity.NONE.tls()).isFalse();
        assertThatThrownBy(() -> new ChannelSecurity(null, true, null, FILE, null))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ChannelSecurity(null, false, FILE, null, null))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_file_that_cannot_be_read_is_named_when_a_channel_is_made() {
        ChannelSecurity security = ChannelSecurity.NONE.withTls(FILE);
        assertThatThrownBy(() -> security.channel("localhost:1"))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("file.pem");
    }

    @Test
    void what_holds_a_secret_does_not_tell_it() {
        JobSpec spec = JobRequest.named("n")
                .payload("{\"p\":\"s3cr3t\"}")
                .http(new HttpTarget("https://example.org/?q=s3cr3t", "POST", Map.of("X-Token", "s3cr3t")))
                .every(Duration.ofHours(1))
                .build()
                .spec();
        assertThat(spec.toString()).contains("example.org", "X-Token").doesNotContain("s3cr3t");
    }
}
