package io.carillon.engine.grid.handoff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.carillon.domain.dispatch.Capability;
import io.carillon.engine.grid.HandTime;
import io.carillon.engine.grid.handoff.GatewayBook.Share;
import io.carillon.engine.port.WorkerGroup;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GatewayBookTest {

    private static final Capability MAIL = new Capability("default", "mail");
    private static final Capability PRINT = new Capability("default", "print");

    private final HandTime time = new HandTime();
    private final GatewayBook book = new GatewayBook(() -> "me", time);
    private long number;

    private static WorkerGroup group(String pool, Set<String> handlers, boolean anyHandler, int free) {
        return new WorkerGroup(pool, handlers, anyHandler, 1, 100, free);
    }

    private void told(String member, long received, WorkerGroup... groups) {
        book.told(new WorkerAd(
                member,
                ++number,
                "queue-of-" + member,
                List.of(groups),
                received == 0 ? Map.of() : Map.of("me", received)));
    }

    @Test
    void what_is_sent_is_taken_from_the_credit_until_it_has_arrived() {
        told("a", 0, group("default", Set.of("mail"), false, 10));

        assertThat(book.divide(MAIL, 4)).containsExactly(new Share("a", "queue-of-a", 4, 4));
        assertThat(book.credit(MAIL)).isEqualTo(6);

        // Told before these arrived: they are still to come.
        told("a", 0, group("default", Set.of("mail"), false, 10));
        assertThat(book.credit(MAIL)).isEqualTo(6);

        told("a", 4, group("default", Set.of("mail"), false, 6));
        assertThat(book.credit(MAIL)).isEqualTo(6);
        assertThat(book.divide(MAIL, 99)).containsExactly(new Share("a", "queue-of-a", 6, 10));
        assertThat(book.divide(MAIL, 1)).isEmpty();
    }

    @Test
    void slots_that_several_handlers_share_are_promised_once() {
        told("a", 0, group("default", Set.of("mail", "print"), false, 10));
        book.divide(MAIL, 7);
        assertThat(book.credit(PRINT)).isEqualTo(3);
    }

    @Test
    void what_never_arrives_is_given_up() {
        told("a", 0, group("default", Set.of("mail"), false, 10));
        book.divide(MAIL, 10);
        time.advance(Duration.ofSeconds(2));
        told("a", 0, group("default", Set.of("mail"), false, 10));
        assertThat(book.credit(MAIL)).isZero();

        time.advance(Duration.ofSeconds(2));
        told("a", 0, group("default", Set.of("mail"), false, 10));
        assertThat(book.credit(MAIL)).isEqualTo(10);
    }

    @Test
    void runs_are_divided_evenly_as_far_as_credit_goes() {
        told("a", 0, group("default", Set.of("mail"), false, 100));
        told("b", 0, group("default", Set.of("mail"), false, 5));
        told("c", 0, group("default", Set.of("print"), false, 100));

        assertThat(book.divide(MAIL, 20))
                .extracting(Share::memberId, Share::count)
                .containsExactlyInAnyOrder(tuple("a", 15), tuple("b", 5));
        assertThat(book.divide(MAIL, 200)).extracting(Share::count).containsExactly(85);
    }

    @Test
    void a_silent_gateway_gets_nothing_but_is_still_known() {
        told("a", 0, group("default", Set.of("mail"), false, 10));
        time.advance(GatewayBook.SILENT_MAX);
        assertThat(book.credit(MAIL)).isZero();
        assertThat(book.divide(MAIL, 1)).isEmpty();
        assertThat(book.anyWorkerFor(MAIL)).isTrue();

        told("a", 0, group("default", Set.of("mail"), false, 10));
        assertThat(book.credit(MAIL)).isEqualTo(10);
    }

    @Test
    void the_same_word_again_is_no_sign_of_life() {
        WorkerAd ad = new WorkerAd("a", 1, "q", List.of(group("default", Set.of("mail"), false, 10)), Map.of());
        book.told(ad);
        time.advance(GatewayBook.SILENT_MAX);
        book.told(ad);
        assertThat(book.credit(MAIL)).isZero();
    }

    @Test
    void workers_for_any_handler_leave_registered_ones_alone() {
        told("a", 0, group("default", Set.of(), true, 10));
        assertThat(book.credit(MAIL)).isEqualTo(10);
        assertThat(book.anyWorkerFor(MAIL)).isTrue();
        assertThat(book.registeredElsewhere(MAIL)).isFalse();

        told("b", 0, group("default", Set.of("mail"), false, 0));
        assertThat(book.credit(MAIL)).isZero();
        assertThat(book.credit(PRINT)).isEqualTo(10);
        assertThat(book.registeredElsewhere(MAIL)).isTrue();

        book.gone("b");
        assertThat(book.credit(MAIL)).isEqualTo(10);
        book.own(List.of(group("default", Set.of("mail"), false, 0)));
        assertThat(book.credit(MAIL)).isZero();
        assertThat(book.registeredElsewhere(MAIL)).isFalse();
    }

    @Test
    void the_own_gateway_gives_no_credit_here_but_counts_as_able() {
        told("me", 0, group("default", Set.of("mail"), false, 10));
        book.own(List.of(group("default", Set.of("mail"), false, 10)));
        assertThat(book.credit(MAIL)).isZero();
        assertThat(book.anyWorkerFor(MAIL)).isTrue();
        assertThat(book.anyWorkerFor(new Capability("gpu", "mail"))).isFalse();
    }

    @Test
    void a_gateway_takes_new_work_while_it_talks_and_a_worker_there_does() {
        told("a", 0, group("default", Set.of("mail"), false, 0));
        assertThat(book.takes("a", MAIL)).as("busy").isTrue();
        assertThat(book.takes("a", PRINT)).isFalse();
        assertThat(book.takes("b", MAIL)).isFalse();

        told("a", 0, new WorkerGroup("default", Set.of("mail"), false, 1, 0, 0));
        assertThat(book.takes("a", MAIL)).as("its worker leaves").isFalse();

        told("a", 0, group("default", Set.of(), true, 1));
        assertThat(book.takes("a", MAIL)).as("any handler").isTrue();
        time.advance(GatewayBook.SILENT_MAX);
        assertThat(book.takes("a", MAIL)).as("silent").isFalse();
    }

    @Test
    void members_that_are_gone_are_forgotten() {
        told("a", 0, group("default", Set.of("mail"), false, 10));
        book.keepOnly(Set.of("me", "b"));
        assertThat(book.anyWorkerFor(MAIL)).isFalse();
    }
}
