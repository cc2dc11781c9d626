package io.carillon.domain.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AttemptErrorTest {

    @Test
    void what_is_too_long_is_cut_between_characters() {
        String bell = "\uD83D\uDD14";
        String fill = "x".repeat(AttemptError.MESSAGE_CHARS_MAX - 1);

        assertThat(new AttemptError("t", fill + bell, null).message()).isEqualTo(fill);
        assertThat(new AttemptError("t", fill + "yz", null).message()).isEqualTo(fill + "y");
        assertThat(new AttemptError("t", fill.substring(1) + bell, null).message())
                .isEqualTo(fill.substring(1) + bell);
    }

    @Test
    void a_character_that_the_database_cannot_hold_is_dropped() {
        AttemptError error = new AttemptError("\0t", "a\0b", "\0");
        assertThat(error).isEqualTo(new AttemptError("t", "ab", ""));
    }
}
