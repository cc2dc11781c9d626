package io.carillon.worker.state;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LeaseClockTest {
    private final LeaseClock leases = new LeaseClock();

    @Test
    void run_counts_from_its_receipt_until_a_heartbeat_that_covers_it_is_acknowledged() {
        long first = leases.nextSequence();
        assertThat(countsFromNanos(first, 10)).isEqualTo(10);

        long sequence = leases.sent(20);
        assertThat(countsFromNanos(first, 10)).isEqualTo(10);

        leases.acknowledged(sequence);
        assertThat(countsFromNanos(first, 10)).isEqualTo(20);
    }

    @Test
    void time_of_sending_counts_not_that_of_the_acknowledgement() {
        long first = leases.nextSequence();
        long early = leases.sent(100);
        leases.sent(200);

        leases.acknowledged(early);

        assertThat(countsFromNanos(first, 0)).isEqualTo(100);
    }

    @Test
    void heartbeat_sent_before_the_receipt_renews_nothing() {
        long sequence = leases.sent(100);
        long first = leases.nextSequence();

        leases.acknowledged(sequence);

        assertThat(countsFromNanos(first, 150)).isEqualTo(150);
    }

    @Test
    void later_acknowledgement_covers_earlier_heartbeats() {
        long first = leases.nextSequence();
        leases.sent(100);
        long late = leases.sent(200);

        leases.acknowledged(late);

        assertThat(leases.waitingSinceNanos()).isEmpty();
        assertThat(countsFromNanos(first, 0)).isEqualTo(200);
    }

    @Test
    void acknowledgement_out_of_order_never_moves_a_lease_back() {
        long first = leases.nextSequence();
        long early = leases.sent(100);
        long late = leases.sent(200);
        leases.acknowledged(late);

        leases.acknowledged(early);

        assertThat(countsFromNanos(first, 0)).isEqualTo(200);
    }

    @Test
    void acknowledgement_of_what_was_never_sent_is_ignored() {
        long first = leases.nextSequence();
        leases.sent(100);

        leases.acknowledged(7);

        assertThat(countsFromNanos(first, 0)).isZero();
    }

    @Test
    void acknowledgement_of_an_earlier_stream_is_ignored() {
        long first = leases.nextSequence();
        long sequence = leases.sent(100);

        leases.disconnected();
        leases.acknowledged(sequence);

        assertThat(countsFromNanos(first, 0)).isZero();
        assertThat(leases.waitingSinceNanos()).isEmpty();
    }

    @Test
    void silence_is_measured_from_the_oldest_heartbeat_without_acknowledgement() {
        long first = leases.sent(100);
        leases.sent(200);
        assertThat(leases.waitingSinceNanos()).hasValue(100);

        leases.acknowledged(first);
        assertThat(leases.waitingSinceNanos()).hasValue(200);
    }

    @Test
    void heartbeats_without_acknowledgement_are_remembered_up_to_a_bound() {
        long first = leases.nextSequence();
        for (int i = 0; i < 1_000; i++) {
            leases.sent(i);
        }
        leases.acknowledged(first);
        assertThat(countsFromNanos(first, 5))
                .as("forgotten, so it renews nothing")
                .isEqualTo(5);

        leases.acknowledged(1_000);
        assertThat(countsFromNanos(first, 5)).isEqualTo(999);
    }

    private long countsFromNanos(long firstSequence, long receivedAtNanos) {
        return leases.endsAtNanos(firstSequence, receivedAtNanos, 0);
    }

    @Test
    void an_answer_in_part_proves_the_stream_alive_and_renews_nothing_by_itself() {
        long first = leases.nextSequence();
        long early = leases.sent(100);
        long sequence = leases.sent(200);

        assertThat(leases.answeredInPart(sequence)).isEqualTo(new Heartbeat(sequence, 200, null));
        assertThat(leases.answeredInPart(early)).isNull();
        assertThat(leases.waitingSinceNanos()).isEmpty();
        assertThat(countsFromNanos(first, 5)).isEqualTo(5);

        leases.acknowledged(sequence);
        assertThat(countsFromNanos(first, 5)).isEqualTo(200);
    }

    @Test
    void an_answer_in_part_of_an_earlier_stream_is_ignored() {
        long first = leases.nextSequence();
        long sequence = leases.sent(100);
        leases.answeredInPart(sequence);
        leases.disconnected();
        leases.acknowledged(sequence);
        assertThat(countsFromNanos(first, 5)).isEqualTo(5);
        assertThat(leases.answeredInPart(sequence)).isNull();
    }
}
