package io.carillon.domain.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ApiKeyTest {

    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final UUID ID = new UUID(7, 8);
    private static final KeyText FIRST = text(1);
    private static final KeyText SECOND = text(2);
    private static final KeyText THIRD = text(3);

    private static KeyText text(int seed) {
        byte[] secret = new byte[KeyText.SECRET_BYTES];
        secret[0] = (byte) seed;
        return KeyText.of(ID, secret);
    }

    private static ApiKey key() {
        return ApiKey.made(FIRST, "acme", Role.VIEWER, "dashboard", "root", NOW, NOW.plus(Duration.ofDays(30)));
    }

    @Test
    void it_opens_with_its_text_and_with_no_other() {
        assertThat(key().accepts(FIRST.hash(), NOW)).isTrue();
        assertThat(key().accepts(SECOND.hash(), NOW)).isFalse();
        assertThat(key().accepts("", NOW)).isFalse();
    }

    @Test
    void after_a_rotation_the_former_text_opens_for_the_grace_period() {
        Instant until = NOW.plus(Duration.ofHours(1));
        ApiKey rotated = key().rotated(SECOND, until);
        assertThat(rotated.accepts(SECOND.hash(), NOW)).isTrue();
        assertThat(rotated.accepts(FIRST.hash(), until.minusMillis(1))).isTrue();
        assertThat(rotated.accepts(FIRST.hash(), until)).isFalse();
        assertThat(rotated.version()).isEqualTo(2);
    }

    @Test
    void of_two_rotations_only_the_last_former_text_counts() {
        Instant until = NOW.plus(Duration.ofHours(1));
        ApiKey twice = key().rotated(SECOND, until).rotated(THIRD, until);
        assertThat(twice.accepts(FIRST.hash(), NOW)).isFalse();
        assertThat(twice.accepts(SECOND.hash(), NOW)).isTrue();
        assertThat(twice.accepts(THIRD.hash(), NOW)).isTrue();
    }

    @Test
    void once_revoked_or_expired_it_opens_nothing() {
        ApiKey rotated = key().rotated(SECOND, NOW.plus(Duration.ofDays(60)));
        assertThat(rotated.revoked(NOW).accepts(SECOND.hash(), NOW)).isFalse();
        assertThat(rotated.revoked(NOW).accepts(FIRST.hash(), NOW)).isFalse();
        Instant end = NOW.plus(Duration.ofDays(30));
        assertThat(rotated.accepts(SECOND.hash(), end.minusMillis(1))).isTrue();
        assertThat(rotated.accepts(SECOND.hash(), end)).isFalse();
        assertThat(rotated.accepts(FIRST.hash(), end)).isFalse();
    }

    @Test
    void its_hashes_are_in_no_log() {
        assertThat(key().rotated(SECOND, NOW).toString())
                .doesNotContain(FIRST.hash())
                .doesNotContain(SECOND.hash());
    }
}
