package io.carillon.engine.packed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PackedTest {

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 127, 128, 16_383, 16_384, 1L << 35, Long.MAX_VALUE, -1, Long.MIN_VALUE})
    void a_number_is_read_as_it_was_written(long number) {
        byte[] bytes = new PackedWriter().number(number).number(7).toBytes();
        PackedReader reader = new PackedReader(bytes);
        assertThat(reader.number()).isEqualTo(number);
        assertThat(reader.number()).isEqualTo(7);
    }

    @Test
    void small_numbers_take_a_byte() {
        assertThat(new PackedWriter().number(127).toBytes()).hasSize(1);
        assertThat(new PackedWriter().number(128).toBytes()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "pool", "Zürich ☃ 𝄞"})
    void a_text_is_read_as_it_was_written(String text) {
        assertThat(new PackedReader(new PackedWriter().text(text).toBytes()).text())
                .isEqualTo(text);
    }

    @Test
    void what_ends_too_soon_is_refused() {
        byte[] bytes = new PackedWriter().text("a longer text than before").toBytes();
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatIllegalArgumentException().isThrownBy(() -> new PackedReader(cut).text());
        }
    }

    /** Ten bytes that all say that another one follows. */
    @Test
    void a_number_without_an_end_is_refused() {
        byte[] endless = new byte[11];
        Arrays.fill(endless, (byte) 0x80);
        assertThatIllegalArgumentException().isThrownBy(() -> new PackedReader(endless).number());
    }

    @Test
    void a_false_count_asks_for_no_memory() {
        byte[] bytes = new PackedWriter().number(Integer.MAX_VALUE).toBytes();
        assertThatIllegalArgumentException().isThrownBy(() -> new PackedReader(bytes).count());
    }
}
