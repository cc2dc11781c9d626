package io.carillon.domain.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyTextTest {

    private static final UUID ID = UUID.fromString("0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b");
    private static final String GOOD =
            "carillon_0190a1b2c3d47e5f8a9b0c1d2e3f4a5b_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

    @Test
    void a_key_has_a_prefix_its_id_and_its_secret() {
        KeyText key = KeyText.of(ID, new byte[KeyText.SECRET_BYTES]);
        assertThat(key.text()).isEqualTo(GOOD);
        assertThat(key.id()).isEqualTo(ID);
    }

    @Test
    void it_is_read_as_it_was_written() {
        byte[] secret = new byte[KeyText.SECRET_BYTES];
        secret[3] = (byte) 0xff;
        secret[4] = (byte) 0xfb;
        KeyText written = KeyText.of(ID, secret);
        KeyText read = Objects.requireNonNull(KeyText.parse(written.text()));
        assertThat(read.id()).isEqualTo(ID);
        assertThat(read.hash()).isEqualTo(written.hash()).hasSize(64);
        assertThat(written.hash())
                .isNotEqualTo(KeyText.of(ID, new byte[KeyText.SECRET_BYTES]).hash());
    }

    @Test
    void its_text_is_in_no_log() {
        KeyText key = KeyText.of(ID, new byte[KeyText.SECRET_BYTES]);
        assertThat(key.toString()).contains(ID.toString()).doesNotContain("AAAA");
        assertThat(key.hash()).doesNotContain("AAAA");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "carillon_",
                "carillon_0190a1b2c3d47e5f8a9b0c1d2e3f4a5b_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                "carillon_0190a1b2c3d47e5f8a9b0c1d2e3f4a5b_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                "carillon_0190A1b2c3d47e5f8a9b0c1d2e3f4a5b_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                "carillon_0190a1b2c3d47e5f8a9b0c1d2e3f4a5b-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                "carillon_0190a1b2c3d47e5f8a9b0c1d2e3f4a5b_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
                "karillon_0190a1b2c3d47e5f8a9b0c1d2e3f4a5b_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
            })
    void what_has_not_its_form_is_no_key(String text) {
        assertThat(KeyText.parse(text)).isNull();
    }

    @Test
    void a_short_secret_is_refused() {
        assertThatThrownBy(() -> KeyText.of(ID, new byte[16])).isInstanceOf(IllegalArgumentException.class);
    }
}
