package io.carillon.worker.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TargetCheckTest {
    private static final TargetCheck STRICT = new TargetCheck(List.of());

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1/",
                "https://10.1.2.3:8443/hook",
                "http://169.254.169.254/latest/meta-data/",
                "http://[::1]/",
                "http://[::ffff:10.0.0.1]/",
                "http://[fe80::1%25eth0]:8080/",
                "http://[64:ff9b::a9fe:a9fe]/",
                "http://0.0.0.0/",
            })
    void a_closed_address_in_the_url_is_refused(String url) {
        assertThat(STRICT.faultOf(url)).contains("an address that may not be called");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://acme.example/hook",
                "http://localhost/",
                "http://10.example/",
                "http://8.8.8.8/",
                "http://[2606:4700::1111]/",
            })
    void names_and_public_addresses_pass(String url) {
        assertThat(STRICT.faultOf(url)).isNull();
    }

    @Test
    void what_the_operator_has_opened_passes_and_metadata_never_does() {
        TargetCheck open = new TargetCheck(List.of(CidrBlock.parse("127.0.0.0/8"), CidrBlock.parse("169.254.0.0/16")));
        assertThat(open.faultOf("http://127.0.0.1:8080/")).isNull();
        assertThat(open.faultOf("http://169.254.169.254/")).isNotNull();
    }

    @Test
    void what_is_no_url_is_refused() {
        assertThat(STRICT.faultOf("http://")).startsWith("cannot be called: ");
    }
}
