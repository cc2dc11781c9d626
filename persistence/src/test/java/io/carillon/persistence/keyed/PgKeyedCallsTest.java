package io.carillon.persistence.keyed;

import static io.carillon.persistence.fixture.OpenStore.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.carillon.domain.store.KeyedCall;
import io.carillon.domain.store.KeyedCall.Answered;
import io.carillon.domain.store.KeyedCall.Claimed;
import io.carillon.domain.store.KeyedCall.KeptAnswer;
import io.carillon.domain.store.KeyedCall.OtherRequest;
import io.carillon.domain.store.KeyedCall.Standing;
import io.carillon.domain.store.KeyedCall.UnderWay;
import io.carillon.domain.store.KeyedCalls;
import io.carillon.domain.time.TimeSource;
import io.carillon.persistence.DurableStore;
import io.carillon.persistence.fixture.PostgresExtension;
import io.carillon.persistence.fixture.TestDatabase;
import io.carillon.persistence.fixture.TestTime;
import io.carillon.persistence.schema.PartitionKeeper;
import io.carillon.persistence.schema.PartitionRetention;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("postgres")
@ExtendWith(PostgresExtension.class)
class PgKeyedCallsTest {

    private static final KeptAnswer CREATED = new KeptAnswer(201, "/jobs/1", "{\"job_id\":\"1\"}");

    /** A calendar that is put on, with real elapsed time. */
    private static final class Calendar implements TimeSource {
        private final TestTime real = new TestTime();
        private volatile Instant now = TestTime.NOW;

        void passes(Duration time) {
            now = now.plus(time);
        }

        @Override
        public Instant now() {
            return now;
        }

        @Override
        public long nanos() {
            return real.nanos();
        }

        @Override
        public Duration errorBound() {
            return Duration.ZERO;
        }

        @Override
        public synchronized double chance() {
            return real.chance();
        }

        @Override
        public synchronized long randomBits() {
            return real.randomBits();
        }
    }

    private final TestDatabase database;
    private final DurableStore store;
    private final Calendar calendar = new Calendar();
    private final PgKeyedCalls keys;
    private final PgKeyedCalls otherMember;

    PgKeyedCallsTest(TestDatabase database) {
        this.database = database;
        database.execute("TRUNCATE idempotency_keys");
        this.store = DurableStore.open(database.settings());
        this.keys = store.openKeyedCalls(calendar);
        this.otherMember = store.openKeyedCalls(calendar);
    }

    @AfterEach
    void close() {
        keys.close();
        otherMember.close();
        store.close();
    }

    @Test
    void the_answer_that_was_kept_is_told_to_every_repeat() {
        Claimed claim = claimed(keys, call("k", "a"));
        assertThat(claim.again()).isFalse();
        get(keys.answered(claim, CREATED));

        assertThat(get(otherMember.claim(call("k", "a")))).isEqualTo(new Answered(CREATED));
        assertThat(get(keys.claim(call("k", "b")))).isEqualTo(new OtherRequest());
        assertThat(get(keys.claim(new KeyedCall("somebody else", "k", hash("b")))))
                .isInstanceOf(Claimed.class);
    }

    @Test
    void an_answer_without_body_and_place_comes_back_so() {
        KeptAnswer bare = new KeptAnswer(202, null, "");
        get(keys.answered(claimed(keys, call("k", "a")), bare));

        assertThat(get(keys.claim(call("k", "a")))).isEqualTo(new Answered(bare));
    }

    @Test
    void a_call_under_way_is_taken_over_when_its_claim_is_old() {
        Claimed first = claimed(keys, call("k", "a"));
        assertThat(get(otherMember.claim(call("k", "a")))).isEqualTo(new UnderWay(TestTime.NOW));

        calendar.passes(KeyedCalls.CLAIM_TIME);
        Claimed second = claimed(otherMember, call("k", "a"));

        assertThat(second.again()).isTrue();
        assertThat(second.madeOn()).isEqualTo(first.madeOn());
        assertThat(get(keys.claim(call("k", "a")))).isInstanceOf(UnderWay.class);
        get(otherMember.answered(second, CREATED));
        get(keys.answered(first, new KeptAnswer(200, null, "")));
        assertThat(get(keys.claim(call("k", "a")))).isEqualTo(new Answered(CREATED));
    }

    @Test
    void whoever_takes_a_call_over_is_told_what_was_noted() {
        Claimed first = claimed(keys, call("k", "a"));
        assertThat(get(keys.noted(first, "dead at 7"))).isTrue();

        calendar.passes(KeyedCalls.CLAIM_TIME);
        Claimed second = claimed(otherMember, call("k", "a"));

        assertThat(second.note()).isEqualTo("dead at 7");
        assertThat(get(keys.noted(first, "dead at 9"))).isFalse();
        get(otherMember.dropped(second, false));
        assertThat(claimed(keys, call("k", "a")).note()).isEqualTo("dead at 7");
        assertThat(claimed(keys, call("other", "a")).note()).isNull();
    }

    @Test
    void what_was_not_done_frees_the_key_and_what_is_in_doubt_does_not() {
        get(keys.dropped(claimed(keys, call("k", "a")), true));
        Claimed other = claimed(keys, call("k", "b"));
        assertThat(other.again()).isFalse();

        get(keys.dropped(other, false));

        assertThat(get(keys.claim(call("k", "c")))).isEqualTo(new OtherRequest());
        assertThat(claimed(otherMember, call("k", "b")).again()).isTrue();
    }

    @Test
    void a_key_is_good_over_midnight_and_for_a_day_and_then_forgotten() throws SQLException {
        new PartitionKeeper(store.maintenance(), (table, rows) -> {}).prepare(TestTime.NOW, 30);
        Claimed claim = claimed(keys, call("k", "a"));
        get(keys.answered(claim, CREATED));

        calendar.passes(Duration.ofHours(24));
        assertThat(get(otherMember.claim(call("k", "a")))).isEqualTo(new Answered(CREATED));
        calendar.passes(Duration.ofHours(24));
        Claimed anew = claimed(keys, call("k", "a"));
        assertThat(anew.again()).isFalse();
        assertThat(anew.madeOn()).isEqualTo(claim.madeOn().plusDays(2));

        new PartitionRetention(store.maintenance()).dropIdempotencyKeysBefore(anew.madeOn());
        assertThat(database.number("SELECT count(*) FROM idempotency_keys")).isEqualTo(1);
    }

    @Test
    void a_key_of_tomorrow_is_found_by_a_member_whose_clock_is_behind() {
        calendar.passes(Duration.ofHours(12));
        claimed(keys, call("k", "a"));
        assertThat(calendar.now().atZone(ZoneOffset.UTC).toLocalDate()).isEqualTo(LocalDate.parse("2026-11-30"));

        calendar.passes(Duration.ofMillis(-1));

        assertThat(get(otherMember.claim(call("k", "a")))).isInstanceOf(UnderWay.class);
    }

    @Test
    void of_fifty_that_come_at_once_one_gets_the_claim() {
        List<CompletableFuture<Standing>> asked = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            asked.add((i % 2 == 0 ? keys : otherMember).claim(call("k", "a")));
        }

        List<Standing> standings = asked.stream().map(each -> get(each)).toList();
        assertThat(standings.stream().filter(Claimed.class::isInstance)).hasSize(1);
        assertThat(standings.stream().filter(UnderWay.class::isInstance)).hasSize(49);
    }

    @Test
    void after_closing_calls_are_refused_and_what_waited_is_done() {
        List<CompletableFuture<Standing>> asked = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            asked.add(keys.claim(call("k" + i, "a")));
        }
        keys.close();

        assertThat(asked).allSatisfy(each -> assertThat(get(each)).isInstanceOf(Claimed.class));
        assertThatThrownBy(() -> get(keys.claim(call("late", "a")))).hasMessageContaining("keys are not kept");
    }

    private static Claimed claimed(KeyedCalls keys, KeyedCall call) {
        Standing standing = get(keys.claim(call));
        assertThat(standing).isInstanceOf(Claimed.class);
        return (Claimed) standing;
    }

    private static KeyedCall call(String key, String body) {
        return new KeyedCall("me POST /jobs", key, hash(body));
    }

    private static String hash(String body) {
        return HexFormat.of().formatHex(body.getBytes(StandardCharsets.UTF_8));
    }
}
