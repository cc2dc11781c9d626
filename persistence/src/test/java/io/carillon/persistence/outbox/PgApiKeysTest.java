package io.carillon.persistence.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.carillon.domain.access.ApiKey;
import io.carillon.domain.access.AuditEntry;
import io.carillon.domain.access.KeyText;
import io.carillon.domain.access.Principal;
import io.carillon.domain.access.Role;
import io.carillon.domain.store.ApiKeys;
import io.carillon.domain.store.AuditLog;
import io.carillon.domain.store.Page;
import io.carillon.persistence.fixture.OpenStore;
import io.carillon.persistence.fixture.PostgresExtension;
import io.carillon.persistence.fixture.Samples;
import io.carillon.persistence.fixture.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("postgres")
@ExtendWith(PostgresExtension.class)
class PgApiKeysTest {

    private static final Instant NOW = Samples.NOW;
    private static final Principal ROOT = new Principal("root-key", null, "root", "192.0.2.1");
    private static final Principal OF_ACME = new Principal("acme-key", "acme", "acme's", null);
    private static final AuditLog.Filter ALL = new AuditLog.Filter(null, null, null, null, null, null);

    private final TestDatabase database;
    private final OpenStore open;
    private final ApiKeys keys;
    private final AuditLog audit;
    private byte seed;

    PgApiKeysTest(TestDatabase database) {
        this.database = database;
        this.open = new OpenStore(database);
        this.keys = open.store().apiKeys();
        this.audit = open.store().auditLog();
        database.execute("TRUNCATE api_keys, audit");
    }

    @AfterEach
    void close() {
        open.close();
    }

    private ApiKey key(int number, @Nullable String owner, @Nullable Instant expiresAt) {
        return ApiKey.made(text(new UUID(7, number)), owner, Role.ADMIN, "key " + number, "root", NOW, expiresAt);
    }

    private KeyText text(UUID id) {
        byte[] secret = new byte[KeyText.SECRET_BYTES];
        secret[0] = ++seed;
        return KeyText.of(id, secret);
    }

    private static AuditEntry entry(ApiKey key, String action) {
        return AuditEntry.of(
                ROOT,
                NOW,
                key.ownerId(),
                action,
                key.id().toString(),
                null,
                AuditEntry.values("name", key.name(), "a \"quoted\"", "ü", "none", null));
    }

    private void save(ApiKey key) {
        assertThat(keys.save(key, entry(key, "api_key.created"))).isTrue();
    }

    @Test
    void a_key_is_read_as_it_was_written() {
        ApiKey made = key(1, "acme", NOW.plus(Duration.ofDays(1)));
        save(made);
        assertThat(keys.find(ROOT, made.id())).contains(made);
        ApiKey rotated = made.rotated(text(made.id()), NOW.plusSeconds(60));
        save(rotated);
        assertThat(keys.find(ROOT, made.id())).contains(rotated);
        ApiKey revoked = rotated.revoked(NOW.plusSeconds(1));
        save(revoked);
        assertThat(keys.find(ROOT, made.id())).contains(revoked);
    }

    @Test
    void nothing_of_a_secret_is_in_the_database() {
        KeyText text = text(new UUID(7, 1));
        save(ApiKey.made(text, null, Role.WORKER, "w", "root", NOW, null));
        String secret = text.text().substring(text.text().length() - 43);
        assertThat(database.column("SELECT row_to_json(k)::text FROM api_keys k"))
                .singleElement()
                .asString()
                .doesNotContain(secret);
        assertThat(database.column("SELECT row_to_json(a)::text FROM audit a"))
                .singleElement()
                .asString()
                .doesNotContain(secret)
                .doesNotContain(text.hash());
    }

    @Test
    void of_two_changes_of_one_version_the_second_changes_nothing() {
        ApiKey made = key(1, null, null);
        save(made);
        long edition = keys.edition();
        ApiKey other = made.rotated(text(made.id()), NOW);
        assertThat(keys.save(made.revoked(NOW), entry(made, "api_key.revoked"))).isTrue();
        assertThat(keys.save(other, entry(made, "api_key.rotated"))).isFalse();
        assertThat(keys.save(made, entry(made, "api_key.created"))).isFalse();
        assertThat(keys.edition()).isEqualTo(edition + 1);
        assertThat(audit.page(ROOT, ALL, 10, null).items())
                .extracting(recorded -> recorded.entry().action())
                .containsExactly("api_key.revoked", "api_key.created");
    }

    @Test
    void good_are_those_that_are_neither_revoked_nor_expired() {
        ApiKey lasting = key(1, null, null);
        ApiKey expiring = key(2, null, NOW.plusSeconds(10));
        ApiKey revoked = key(3, null, null);
        save(lasting);
        save(expiring);
        save(revoked);
        save(revoked.revoked(NOW));
        assertThat(keys.good(NOW.plusSeconds(9))).containsExactlyInAnyOrder(lasting, expiring);
        assertThat(keys.good(NOW.plusSeconds(10))).containsExactly(lasting);
    }

    @Test
    void an_owner_sees_its_own_keys_and_entries_only() {
        ApiKey own = key(1, "acme", null);
        ApiKey others = key(2, "globex", null);
        ApiKey general = key(3, null, null);
        save(own);
        save(others);
        save(general);
        assertThat(keys.find(OF_ACME, own.id())).isPresent();
        assertThat(keys.find(OF_ACME, others.id())).isEmpty();
        assertThat(keys.find(OF_ACME, general.id())).isEmpty();
        assertThat(keys.page(OF_ACME, 10, null).items()).containsExactly(own);
        assertThat(keys.page(ROOT, 10, null).items()).containsExactly(general, others, own);
        assertThat(audit.page(OF_ACME, ALL, 10, null).items())
                .singleElement()
                .satisfies(recorded ->
                        assertThat(recorded.entry().target()).isEqualTo(own.id().toString()));
    }

    @Test
    void pages_follow_one_another() {
        for (int i = 1; i <= 5; i++) {
            save(key(i, null, null));
        }
        Page<ApiKey> first = keys.page(ROOT, 3, null);
        Page<ApiKey> second = keys.page(ROOT, 3, first.nextCursor());
        assertThat(first.items()).extracting(ApiKey::name).containsExactly("key 5", "key 4", "key 3");
        assertThat(second.items()).extracting(ApiKey::name).containsExactly("key 2", "key 1");
        assertThat(second.nextCursor()).isNull();
        assertThatThrownBy(() -> keys.page(ROOT, 3, "x")).isInstanceOf(IllegalArgumentException.class);

        Page<AuditLog.Recorded> newest = audit.page(ROOT, ALL, 4, null);
        Page<AuditLog.Recorded> oldest = audit.page(ROOT, ALL, 4, newest.nextCursor());
        assertThat(newest.items()).hasSize(4);
        assertThat(oldest.items()).hasSize(1);
        assertThat(oldest.nextCursor()).isNull();
        assertThatThrownBy(() -> audit.page(ROOT, ALL, 4, "x")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void the_last_day_of_use_only_rises_and_is_no_new_edition() {
        ApiKey made = key(1, null, null);
        save(made);
        long edition = keys.edition();
        LocalDate day = LocalDate.parse("2026-03-02");
        keys.used(Map.of(made.id(), day));
        keys.used(Map.of(made.id(), day.minusDays(1)));
        keys.used(Map.of());
        assertThat(keys.find(ROOT, made.id()).orElseThrow().lastUsedOn()).isEqualTo(day);
        assertThat(keys.edition()).isEqualTo(edition);
    }

    @Test
    void an_entry_is_read_as_it_was_written_and_found_by_what_it_says() {
        ApiKey made = key(1, "acme", null);
        AuditEntry entry = entry(made, "job.changed");
        audit.add(entry);
        audit.add(entry(key(2, "globex", null), "job.deleted"));
        AuditLog.Filter found =
                new AuditLog.Filter("acme", "root-key", "job.changed", made.id().toString(), NOW, NOW.plusSeconds(1));
        assertThat(audit.page(ROOT, found, 10, null).items())
                .extracting(AuditLog.Recorded::entry)
                .containsExactly(entry);
        assertThat(audit.page(ROOT, new AuditLog.Filter(null, null, null, null, null, NOW), 10, null)
                        .items())
                .isEmpty();
    }

    @Test
    void old_entries_are_forgotten() {
        ApiKey made = key(1, null, null);
        audit.add(entry(made, "a"));
        assertThat(audit.forgetBefore(NOW)).isZero();
        assertThat(audit.forgetBefore(NOW.plusMillis(1))).isEqualTo(1);
        assertThat(audit.page(ROOT, ALL, 10, null).items()).isEmpty();
    }
}
