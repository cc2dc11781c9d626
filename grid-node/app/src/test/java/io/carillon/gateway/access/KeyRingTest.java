package io.carillon.gateway.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.carillon.domain.access.ApiKey;
import io.carillon.domain.access.KeyText;
import io.carillon.domain.access.Role;
import io.carillon.domain.store.StoreUnavailableException;
import io.carillon.domain.time.TimeSource;
import io.carillon.gateway.api.FixedTime;
import io.carillon.gateway.api.MemoryApiKeys;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyRingTest {

    private static final Duration STALE_MAX = Duration.ofMinutes(10);

    /** Moves when it is told to. */
    private static final class HandTime implements TimeSource {
        private final FixedTime chance = new FixedTime();
        private Duration passed = Duration.ZERO;

        void pass(Duration more) {
            passed = passed.plus(more);
        }

        @Override
        public Instant now() {
            return FixedTime.NOW.plus(passed);
        }

        @Override
        public long nanos() {
            return passed.toNanos();
        }

        @Override
        public Duration errorBound() {
            return Duration.ZERO;
        }

        @Override
        public double chance() {
            return chance.chance();
        }

        @Override
        public long randomBits() {
            return chance.randomBits();
        }
    }

    private final MemoryApiKeys store = new MemoryApiKeys();
    private final HandTime time = new HandTime();
    private final KeyRing ring = new KeyRing(store, time, STALE_MAX);

    private KeyText made(@Nullable String owner, @Nullable Instant expiresAt) {
        KeyText text = KeyText.of(new UUID(1, time.randomBits()), store.nextSecret());
        store.put(ApiKey.made(text, owner, Role.OPERATOR, "ci", "root", time.now(), expiresAt));
        return text;
    }

    private KeyRing.Check check(KeyText text) {
        return ring.check("Bearer " + text.text(), "192.0.2.7");
    }

    private Credential accepted(KeyText text) {
        assertThat(check(text)).isInstanceOf(KeyRing.Accepted.class);
        return ((KeyRing.Accepted) check(text)).credential();
    }

    @Test
    void a_key_says_who_calls_and_whose_jobs_they_may_see() {
        KeyText text = made("acme", null);
        ring.refresh();
        Credential key = accepted(text);
        assertThat(key.role()).isEqualTo(Role.OPERATOR);
        assertThat(key.principal().subject()).isEqualTo(text.id().toString());
        assertThat(key.principal().ownerScope()).isEqualTo("acme");
        assertThat(key.principal().name()).isEqualTo("ci");
        assertThat(key.principal().address()).isEqualTo("192.0.2.7");
    }

    @Test
    void the_scheme_is_read_in_any_case() {
        KeyText text = made(null, null);
        ring.refresh();
        assertThat(ring.check("bearer " + text.text(), null)).isInstanceOf(KeyRing.Accepted.class);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "Bearer", "Bearer ", "Basic cm9vdDpyb290", "Bearer carillon_", "carillon_x"})
    void what_is_no_key_is_refused(@Nullable String header) {
        ring.refresh();
        assertThat(ring.check(header, null)).isInstanceOf(KeyRing.Refused.class);
    }

    @Test
    void another_secret_under_a_good_id_is_refused() {
        KeyText text = made(null, null);
        ring.refresh();
        assertThat(check(KeyText.of(text.id(), store.nextSecret()))).isInstanceOf(KeyRing.Refused.class);
        assertThat(check(text)).isInstanceOf(KeyRing.Accepted.class);
    }

    @Test
    void a_revocation_counts_from_the_next_refresh_on_for_streams_as_well() {
        KeyText text = made(null, null);
        ring.refresh();
        Credential stream = accepted(text);
        int[] told = {0};
        ring.afterRefresh(() -> told[0]++);
        store.put(store.find(stream.principal(), text.id()).orElseThrow().revoked(time.now()));
        assertThat(stream.isGood()).isTrue();

        ring.refresh();
        assertThat(check(text)).isInstanceOf(KeyRing.Refused.class);
        assertThat(stream.isGood()).isFalse();
        assertThat(told[0]).isEqualTo(1);
    }

    @Test
    void a_stream_ends_with_the_former_secret_that_opened_it() {
        KeyText text = made(null, null);
        ring.refresh();
        Credential stream = accepted(text);
        KeyText next = KeyText.of(text.id(), store.nextSecret());
        store.put(store.find(stream.principal(), text.id())
                .orElseThrow()
                .rotated(next, time.now().plus(Duration.ofMinutes(5))));
        ring.refresh();
        assertThat(stream.isGood()).isTrue();
        time.pass(Duration.ofMinutes(5));
        assertThat(stream.isGood()).isFalse();
        assertThat(accepted(next).isGood()).isTrue();
    }

    @Test
    void a_key_expires_without_a_refresh() {
        KeyText text = made(null, time.now().plus(Duration.ofMinutes(1)));
        ring.refresh();
        assertThat(accepted(text).isGood()).isTrue();
        time.pass(Duration.ofMinutes(1));
        assertThat(check(text)).isInstanceOf(KeyRing.Refused.class);
    }

    @Test
    void while_the_database_is_away_known_keys_stay_good_for_a_bounded_time() {
        KeyText text = made(null, null);
        ring.refresh();
        Credential stream = accepted(text);
        store.away(true);
        time.pass(STALE_MAX);
        assertThatThrownBy(ring::refresh).isInstanceOf(StoreUnavailableException.class);
        assertThat(check(text)).isInstanceOf(KeyRing.Accepted.class);
        assertThat(stream.isGood()).isTrue();

        time.pass(Duration.ofMillis(1));
        assertThat(check(text)).isInstanceOf(KeyRing.Unknown.class);
        assertThat(stream.isGood()).isFalse();

        store.away(false);
        ring.refresh();
        assertThat(check(text)).isInstanceOf(KeyRing.Accepted.class);
        assertThat(stream.isGood()).isTrue();
    }

    @Test
    void before_the_first_refresh_nobody_knows() {
        assertThat(check(made(null, null))).isInstanceOf(KeyRing.Unknown.class);
    }

    @Test
    void the_day_of_the_last_use_is_written_once() {
        KeyText text = made(null, null);
        ring.refresh();
        accepted(text);
        ring.writeUse();
        assertThat(store.used).containsEntry(text.id(), LocalDate.parse("2026-03-01"));
        store.used.clear();
        ring.writeUse();
        assertThat(store.used).isEmpty();
    }
}
