package io.carillon.engine.gateway;

import static io.carillon.engine.gateway.Made.fallback;
import static io.carillon.engine.gateway.Made.held;
import static io.carillon.engine.gateway.Made.worker;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.carillon.domain.dispatch.Capability;
import io.carillon.engine.port.WorkerGroup;
import io.carillon.engine.port.WorkerSlot;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SlotBookTest {

    private static final Capability A = new Capability("default", "a");
    private static final Capability B = new Capability("default", "b");

    private final Set<Capability> elsewhere = new HashSet<>();
    private final SlotBook book = new SlotBook(elsewhere::contains);
    private long lastId;

    @Test
    void slots_go_round_robin_over_workers_that_have_some() {
        open(worker("w1", 1, "a"));
        open(worker("w2", 3, "a"));
        open(worker("w3", 2, "a"));

        List<String> order =
                book.reserve(A, 10).stream().map(WorkerSlot::workerId).toList();

        assertThat(order).hasSize(6);
        assertThat(order.subList(0, 3)).containsExactlyInAnyOrder("w1", "w2", "w3");
        assertThat(order).containsSequence("w2").filteredOn("w2"::equals).hasSize(3);
    }

    @Test
    void a_reservation_of_one_does_not_always_hit_the_same_worker() {
        open(worker("w1", 5, "a"));
        open(worker("w2", 5, "a"));

        Set<String> hit = new HashSet<>();
        hit.add(book.reserve(A, 1).get(0).workerId());
        hit.add(book.reserve(A, 1).get(0).workerId());

        assertThat(hit).containsExactlyInAnyOrder("w1", "w2");
    }

    @Test
    void pools_are_apart() {
        open(new WorkerProfile("w1", "other", Set.of("a"), true, 5));

        assertThat(book.reserve(A, 1)).isEmpty();
        assertThat(book.reserve(new Capability("other", "a"), 1)).hasSize(1);
    }

    @Test
    void any_handler_serves_only_what_nobody_registered() {
        SessionSlots registered = open(worker("w1", 1, "a"));
        open(fallback("w2", 5));

        assertThat(book.reserve(A, 5)).extracting(WorkerSlot::workerId).containsExactly("w1");
        assertThat(book.reserve(B, 1)).extracting(WorkerSlot::workerId).containsExactly("w2");

        book.close(registered.id());
        assertThat(book.reserve(A, 1)).extracting(WorkerSlot::workerId).containsExactly("w2");
    }

    @Test
    void any_handler_leaves_alone_what_another_member_has_registered() {
        open(fallback("w1", 5));
        elsewhere.add(A);

        assertThat(book.reserve(A, 1)).isEmpty();
        assertThat(book.reserve(B, 1)).hasSize(1);
    }

    @Test
    void a_draining_worker_still_stands_for_its_handlers() {
        SessionSlots registered = open(worker("w1", 5, "a"));
        open(fallback("w2", 5));
        book.drain(registered.id());

        assertThat(book.reserve(A, 1)).isEmpty();
    }

    @Test
    void whoever_fell_short_is_told_once_when_a_slot_is_free() {
        SessionSlots session = open(worker("w1", 1, "a", "b"));
        book.takeServable();
        WorkerSlot slot = book.reserve(A, 2).get(0);
        assertThat(book.takeServable()).isEmpty();

        book.release(slot);

        assertThat(book.takeServable()).containsExactly(A);
        assertThat(session.free()).isEqualTo(1);
        book.release(book.reserve(B, 1).get(0));
        assertThat(book.takeServable()).isEmpty();
    }

    @Test
    void a_new_worker_tells_those_who_waited_for_one() {
        book.reserve(A, 1);
        book.reserve(B, 1);

        open(worker("w1", 1, "b"));
        assertThat(book.takeServable()).containsExactly(B);
        open(fallback("w2", 1));
        assertThat(book.takeServable()).containsExactly(A);
    }

    @Test
    void a_worker_that_goes_leaves_its_handlers_to_those_that_take_any() {
        SessionSlots registered = open(worker("w1", 1, "a"));
        open(fallback("w2", 1));
        book.drain(registered.id());
        book.reserve(A, 1);
        book.takeServable();

        book.close(registered.id());

        assertThat(book.takeServable()).containsExactly(A);
    }

    @Test
    void a_second_session_of_a_worker_ends_the_first() {
        SessionSlots first = open(worker("w1", 2, "a"));
        WorkerSlot slot = book.reserve(A, 1).get(0);

        SessionSlots second = new SessionSlots(++lastId, worker("w1", 2, "a"), new RecordedPush(), Instant.EPOCH);
        assertThat(book.open(second, List.of(held(1, 1)))).isSameAs(first);

        assertThat(book.session(slot.sessionId())).isNull();
        assertThat(second.free()).isEqualTo(1);
        book.release(slot);
        assertThat(second.free()).isEqualTo(1);
    }

    @Test
    void a_worker_that_holds_more_than_its_slots_has_none_free_until_enough_have_ended() {
        SessionSlots session = new SessionSlots(++lastId, worker("w1", 1, "a"), new RecordedPush(), Instant.EPOCH);
        book.open(session, List.of(held(1, 1), held(2, 2)));

        assertThat(book.reserve(A, 1)).isEmpty();
        assertThat(book.end(session, held(1, 1))).isTrue();
        assertThat(book.reserve(A, 1)).isEmpty();
        assertThat(book.end(session, held(2, 2))).isTrue();
        assertThat(book.reserve(A, 1)).hasSize(1);
    }

    @Test
    void an_end_under_another_token_frees_nothing() {
        SessionSlots session = open(worker("w1", 1, "a"));
        book.reserve(A, 1);
        book.assign(session, held(1, 7));

        assertThat(book.end(session, held(1, 6))).isFalse();
        assertThat(session.free()).isZero();
        assertThat(book.end(session, held(1, 7))).isTrue();
        assertThat(book.end(session, held(1, 7))).isFalse();
        assertThat(session.free()).isEqualTo(1);
    }

    @Test
    void a_newer_attempt_on_the_same_worker_takes_the_place_of_the_lost_one() {
        SessionSlots session = open(worker("w1", 2, "a"));
        book.reserve(A, 2);
        assertThat(book.assign(session, held(1, 7))).isNull();

        assertThat(book.assign(session, held(1, 9))).isEqualTo(held(1, 7));

        assertThat(session.heldCount()).isEqualTo(1);
        assertThat(session.free()).isEqualTo(1);
    }

    @Test
    void an_attempt_left_out_of_two_heartbeats_is_forgotten_if_it_had_been_confirmed() {
        SessionSlots session = open(worker("w1", 2, "a"));
        book.reserve(A, 2);
        book.assign(session, held(1, 1));
        book.assign(session, held(2, 2));
        session.confirm(held(1, 1));

        assertThat(session.heartbeat(Set.of())).isEmpty();
        assertThat(session.heartbeat(Set.of())).containsExactly(held(1, 1));
        // The other one may still be on its way to the worker.
        assertThat(session.heartbeat(Set.of())).isEmpty();
        assertThat(session.heldCount()).isEqualTo(1);
    }

    @Test
    void a_slot_cannot_be_used_twice() {
        SessionSlots session = open(worker("w1", 1, "a"));
        WorkerSlot slot = book.reserve(A, 1).get(0);
        book.assign(session, held(1, 1));

        assertThatThrownBy(() -> book.release(slot)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> book.assign(session, held(2, 2))).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void groups_add_up_workers_that_can_run_the_same() {
        open(worker("w1", 2, "a", "b"));
        open(worker("w2", 3, "b", "a"));
        open(fallback("w3", 4));
        book.reserve(A, 1);

        assertThat(book.groups())
                .containsExactlyInAnyOrder(
                        new WorkerGroup("default", Set.of("a", "b"), false, 2, 5, 4),
                        new WorkerGroup("default", Set.of(), true, 1, 4, 4));
    }

    @Test
    void workers_that_take_nothing_new_are_told_without_slots() {
        book.drain(open(worker("w1", 2, "a")).id());
        assertThat(book.groups()).containsExactly(new WorkerGroup("default", Set.of("a"), false, 1, 0, 0));

        SessionSlots stopped = open(worker("w2", 3, "a"));
        book.reserve(A, 1);
        book.assign(stopped, held(1, 1));
        assertThat(book.groups()).containsExactly(new WorkerGroup("default", Set.of("a"), false, 2, 3, 2));
        book.lose(stopped, held(1, 1));
        assertThat(book.groups()).containsExactly(new WorkerGroup("default", Set.of("a"), false, 2, 0, 0));
    }

    private SessionSlots open(WorkerProfile profile) {
        SessionSlots session = new SessionSlots(++lastId, profile, new RecordedPush(), Instant.EPOCH);
        book.open(session, List.of());
        return session;
    }
}
