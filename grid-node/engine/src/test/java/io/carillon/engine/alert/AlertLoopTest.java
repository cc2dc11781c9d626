package io.carillon.engine.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.alert.AlertRules;
import io.carillon.domain.alert.PostOutcome;
import io.carillon.engine.alert.Endpoints.Manner;
import io.carillon.engine.alert.Endpoints.Post;
import io.carillon.engine.testkit.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AlertLoopTest {

    private static final AlertSettings SETTINGS = AlertSettings.DEFAULT;

    /** A member's loop, called as its thread would call it. */
    private final class Member {
        final AlertLoop loop =
                new AlertLoop(outbox, endpoints, time, counted, SETTINGS, () -> wokenAt = Long.MIN_VALUE);
        private long wokenAt;
        boolean dead;

        void turn() {
            if (!dead && wokenAt <= time.elapsedMicros()) {
                // Set first: a post may be answered at once.
                wokenAt = Long.MAX_VALUE;
                Duration wait = loop.step();
                wokenAt = Math.min(wokenAt, time.elapsedMicros() + wait.toNanos() / 1_000);
            }
        }
    }

    private final VirtualTime time = new VirtualTime(3);
    private final Outbox outbox = new Outbox();
    private final Endpoints endpoints = new Endpoints(time);
    private final Counted counted = new Counted();
    private Member[] members = {new Member()};

    @Test
    void an_alert_is_delivered_at_once_and_once() {
        outbox.endpoint("acme");
        long alert = outbox.die("acme", time.now());
        run(Duration.ofSeconds(2));
        assertThat(endpoints.posts).extracting(Post::alert).containsExactly(alert);
        assertThat(outbox.delivered).containsExactly(alert);
        run(Duration.ofHours(1));
        assertThat(endpoints.posts).hasSize(1);
        assertThat(counted.delivered).isEqualTo(1);
    }

    /** What must hold above all: an endpoint away for an hour loses nothing, and costs next to nothing. */
    @Test
    void after_an_hour_of_silence_each_dead_letter_arrives_at_least_once_in_bounded_memory() {
        outbox.endpoint("acme");
        endpoints.manners.put("acme", Manner.DOWN);
        for (int minute = 0; minute < 60; minute++) {
            for (int i = 0; i < 50; i++) {
                outbox.die("acme", time.now());
            }
            run(Duration.ofMinutes(1));
        }
        assertThat(outbox.delivered).isEmpty();
        assertThat(endpoints.posts.size()).as("tries of 3000 alerts in an hour").isBetween(12, 40);

        endpoints.manners.put("acme", Manner.WELL);
        run(Duration.ofMinutes(20));

        assertThat(outbox.delivered).hasSize(3_000);
        assertThat(outbox.waiting).isEmpty();
        assertThat(endpoints.underWayMax).isLessThanOrEqualTo(SETTINGS.perEndpoint());
        assertThat(outbox.circuits).isEmpty();
        assertThat(counted.failed).isEqualTo(endpoints.posts.size() - 3_000);
    }

    @Test
    void a_dead_endpoint_delays_nobody_elses_alerts() {
        outbox.endpoint("a-dead");
        outbox.endpoint("b-well");
        endpoints.manners.put("a-dead", Manner.HANGS);
        for (int i = 0; i < 1_000; i++) {
            outbox.die("a-dead", time.now());
        }
        for (int minute = 0; minute < 30; minute++) {
            Instant died = time.now();
            long alert = outbox.die("b-well", died);
            run(Duration.ofMinutes(1));
            assertThat(endpoints.taken)
                    .filteredOn(post -> post.alert() == alert)
                    .singleElement()
                    .satisfies(post ->
                            assertThat(Duration.between(died, post.at())).isLessThan(Duration.ofSeconds(3)));
        }
        assertThat(endpoints.postsTo("a-dead")).isLessThan(30);
    }

    @Test
    void as_many_hanging_endpoints_as_there_are_places_hold_the_others_up_for_one_time_limit_only() {
        for (int i = 0; i < 40; i++) {
            String owner = "a-hangs-" + i;
            outbox.endpoint(owner);
            endpoints.manners.put(owner, Manner.HANGS);
            for (int n = 0; n < 100; n++) {
                outbox.die(owner, time.now());
            }
        }
        outbox.endpoint("z-well");
        long alert = outbox.die("z-well", time.now());
        run(Duration.ofMinutes(2));
        assertThat(outbox.delivered).containsExactly(alert);
        assertThat(endpoints.underWayMax).isEqualTo(SETTINGS.underWayMax());
    }

    @Test
    void many_alerts_of_one_owner_do_not_stand_before_those_of_another() {
        outbox.endpoint("a-many");
        outbox.endpoint("z-one");
        for (int i = 0; i < 5_000; i++) {
            outbox.die("a-many", time.now());
        }
        long one = outbox.die("z-one", time.now());
        run(Duration.ofSeconds(2));
        assertThat(outbox.delivered).contains(one);
        assertThat(endpoints.takenBy("a-many")).as("four at a time, each 50 ms").isBetween(100L, 200L);
    }

    @ParameterizedTest
    @EnumSource(
            value = Manner.class,
            names = {"REFUSES", "DOWN", "HANGS"})
    void whatever_an_endpoint_does_wrong_its_alerts_are_tried_again(Manner manner) {
        outbox.endpoint("acme");
        endpoints.manners.put("acme", manner);
        long alert = outbox.die("acme", time.now());
        run(Duration.ofMinutes(30));
        assertThat(outbox.delivered).isEmpty();
        assertThat(outbox.circuits.get("acme"))
                .satisfies(circuit -> assertThat(circuit.lastError()).isEqualTo(manner.name()));
        endpoints.manners.put("acme", Manner.WELL);
        run(Duration.ofMinutes(30));
        assertThat(outbox.delivered).containsExactly(alert);
    }

    @Test
    void one_alert_that_is_refused_for_its_own_sake_does_not_keep_the_others_back() {
        outbox.endpoint("acme");
        long poison = outbox.die("acme", time.now());
        endpoints.poison.add(poison);
        for (int i = 0; i < 100; i++) {
            outbox.die("acme", time.now());
        }
        run(Duration.ofMinutes(1));
        assertThat(outbox.delivered).hasSize(100).doesNotContain(poison);
        run(Duration.ofHours(24));
        assertThat(endpoints.posts.stream()
                        .filter(post -> post.alert() == poison)
                        .count())
                .as("tries of it in a day")
                .isBetween(90L, 130L);
    }

    @Test
    void an_alert_is_given_up_after_a_week() {
        outbox.endpoint("acme");
        endpoints.manners.put("acme", Manner.REFUSES);
        long alert = outbox.die("acme", time.now());
        run(AlertRules.GIVE_UP_AFTER.plus(Duration.ofHours(1)));
        assertThat(outbox.givenUp).containsExactly(alert);
        assertThat(outbox.waiting).isEmpty();
        assertThat(counted.givenUp).isEqualTo(1);
    }

    @Test
    void alerts_of_an_owner_who_wants_none_do_not_pile_up() {
        for (int i = 0; i < 2_500; i++) {
            outbox.die("nobody", time.now());
        }
        run(Duration.ofSeconds(5));
        assertThat(outbox.waiting).isEmpty();
        assertThat(endpoints.posts).isEmpty();
        assertThat(counted.dropped).isEqualTo(2_500);
    }

    @Test
    void what_a_dead_member_had_taken_is_sent_by_another() {
        outbox.endpoint("acme");
        endpoints.manners.put("acme", Manner.HANGS);
        long alert = outbox.die("acme", time.now());
        run(Duration.ofSeconds(1));
        assertThat(endpoints.posts).hasSize(1);
        members[0].dead = true;
        endpoints.manners.put("acme", Manner.WELL);

        members = new Member[] {new Member()};
        run(SETTINGS.taken().minusSeconds(5));
        assertThat(endpoints.posts).as("it may still be under way").hasSize(1);
        run(Duration.ofSeconds(10));
        assertThat(outbox.delivered).containsExactly(alert);
    }

    @Test
    void a_member_that_dies_after_the_answer_sends_it_again_and_it_is_the_same_alert() {
        outbox.endpoint("acme");
        long alert = outbox.die("acme", time.now());
        members[0].turn();
        members[0].dead = true;
        time.advance(Duration.ofSeconds(1));
        assertThat(endpoints.taken).hasSize(1);
        members = new Member[] {new Member()};
        run(Duration.ofMinutes(3));
        assertThat(endpoints.taken).extracting(Post::alert).containsExactly(alert, alert);
    }

    @Test
    void several_members_send_an_alert_once_and_probe_a_dead_endpoint_as_one() {
        members = new Member[] {new Member(), new Member(), new Member()};
        outbox.endpoint("a-dead");
        outbox.endpoint("b-well");
        endpoints.manners.put("a-dead", Manner.DOWN);
        for (int i = 0; i < 300; i++) {
            outbox.die("a-dead", time.now());
            outbox.die("b-well", time.now());
        }
        run(Duration.ofHours(1));
        assertThat(endpoints.posts)
                .filteredOn(post -> post.owner().equals("b-well"))
                .hasSize(300)
                .extracting(Post::alert)
                .doesNotHaveDuplicates();
        assertThat(endpoints.postsTo("a-dead")).isLessThan(45);
    }

    @Test
    void without_the_database_nothing_is_lost_and_memory_stays_bounded() {
        outbox.endpoint("acme");
        for (int i = 0; i < 500; i++) {
            outbox.die("acme", time.now());
        }
        members[0].turn();
        outbox.away = true;
        run(Duration.ofMinutes(1));
        assertThat(members[0].loop.underWay()).isLessThanOrEqualTo(SETTINGS.perEndpoint());
        outbox.away = false;
        run(Duration.ofMinutes(3));
        assertThat(outbox.delivered).hasSize(500);
    }

    private void run(Duration duration) {
        long end = time.elapsedMicros() + duration.toNanos() / 1_000;
        while (time.elapsedMicros() < end) {
            for (Member member : List.of(members)) {
                member.turn();
            }
            long next = Math.min(end, time.nextTaskMicros());
            for (Member member : members) {
                if (!member.dead) {
                    next = Math.min(next, Math.max(member.wokenAt, time.elapsedMicros()));
                }
            }
            time.moveTo(next);
        }
    }

    private static final class Counted implements AlertEvents {
        int delivered;
        int failed;
        int givenUp;
        int dropped;

        @Override
        public void delivered() {
            delivered++;
        }

        @Override
        public void failed(PostOutcome.Kind why) {
            failed++;
        }

        @Override
        public void givenUp() {
            givenUp++;
        }

        @Override
        public void dropped(int alerts) {
            dropped += alerts;
        }
    }
}
