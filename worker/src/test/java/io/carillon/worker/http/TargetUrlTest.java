package io.carillon.worker.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TargetUrlTest {

    @ParameterizedTest
    @CsvSource({
        "http://example.org, http://example.org/",
        "HTTPS://Example.org:8443/a%20b?c=d#e, https://Example.org:8443/a%20b?c=d",
        "http://[2001:db8::1]:80/x, http://[2001:db8::1]:80/x",
        "http://my_service:8080/x, http://my_service:8080/x",
        "http://bücher.example/, http://xn--bcher-kva.example/",
    })
    void urls_are_read(String text, String read) throws RefusedTargetException {
        assertThat(TargetUrl.parse(text)).hasToString(read);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "example.org",
                "/path",
                "ftp://example.org/",
                "file:///etc/passwd",
                "jar:http://example.org/",
                "http:///path",
                "http://",
                "http://user:secret@example.org/",
                "http://example.org@169.254.169.254/",
                "http://example.org:0/",
                "http://example.org:70000/",
                "http://example.org:99999999999/",
                "http://exa mple.org/",
                "http://a_b:99999/",
            })
    void what_is_no_http_url_is_refused(String text) {
        assertThatThrownBy(() -> TargetUrl.parse(text)).isInstanceOf(RefusedTargetException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "/other, https://example.org/other",
        "other?x=1, https://example.org/a/other?x=1",
        "?x=1, https://example.org/a/?x=1",
        "//else.org/x, https://else.org/x",
        "http://else.org:81, http://else.org:81/",
    })
    void redirects_are_resolved(String location, String resolved) throws RefusedTargetException {
        assertThat(TargetUrl.parse("https://example.org/a/b?q=1").resolve(location))
                .hasToString(resolved);
    }

    @Test
    void address_takes_the_place_of_the_name() throws Exception {
        TargetUrl url = TargetUrl.parse("http://example.org:8080/a?b=c");

        assertThat(url.at(Addresses.address("93.184.216.34"))).hasToString("http://93.184.216.34:8080/a?b=c");
        assertThat(url.at(Addresses.address("2001:db8::1"))).hasToString("http://[2001:db8:0:0:0:0:0:1]:8080/a?b=c");
        assertThat(url.authority()).isEqualTo("example.org:8080");
    }

    @Test
    void query_stays_out_of_messages() throws RefusedTargetException {
        assertThat(TargetUrl.parse("https://example.org/a?token=secret").withoutQuery())
                .isEqualTo("https://example.org/a");
    }

    @ParameterizedTest
    @CsvSource({
        "http://a/x, http://a:80/y, true",
        "http://a/x, http://A/y, true",
        "https://a/x, https://a:443/y, true",
        "http://a/x, https://a/x, false",
        "http://a/x, http://b/x, false",
        "http://a/x, http://a:81/x, false",
    })
    void origin_is_scheme_host_and_port(String one, String other, boolean same) throws RefusedTargetException {
        assertThat(TargetUrl.parse(one).sameOrigin(TargetUrl.parse(other))).isEqualTo(same);
    }
}
