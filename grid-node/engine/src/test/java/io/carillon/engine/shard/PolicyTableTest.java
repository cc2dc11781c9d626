package io.carillon.engine.shard;

import static io.carillon.engine.testkit.JobMaker.jobIdIn;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.job.JobCommand;
import io.carillon.domain.job.MisfirePolicy;
import io.carillon.domain.job.OverlapPolicy;
import io.carillon.domain.plan.SkipRange;
import io.carillon.domain.run.Run;
import io.carillon.engine.schedule.ScheduleReader;
import io.carillon.engine.shard.LoopWorld.Member;
import io.carillon.engine.shard.PolicyCase.Edit;
import io.carillon.engine.shard.PolicyCase.Night;
import io.carillon.engine.shard.PolicyCase.Outage;
import io.carillon.engine.shard.PolicyCase.Pause;
import io.carillon.engine.shard.PolicyCase.Plan;
import io.carillon.engine.testkit.Heard;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/**
 * Misfire by overlap by pause by outage by change of clocks by edit: each combination as a timeline through the loop, and
 * the ledger that {@link PolicyModel} expects of it. All combinations exist, so there is a row for each.
 */
class PolicyTableTest {

    private static final Logger LOG = (Logger) LoggerFactory.getLogger("io.carillon.engine");
    private static final Duration LEASE = Duration.ofSeconds(60);

    @BeforeAll
    static void be_quiet() {
        LOG.setLevel(Level.WARN);
    }

    @AfterAll
    static void be_as_before() {
        LOG.setLevel(null);
    }

    static Stream<PolicyCase> rows() {
        return each(MisfirePolicy.values())
                .flatMap(misfire -> each(OverlapPolicy.values())
                        .flatMap(overlap -> each(Pause.values())
                                .flatMap(pause -> each(Outage.values())
                                        .flatMap(outage -> each(Night.values())
                                                .flatMap(night -> each(Edit.values())
                                                        .map(edit -> new PolicyCase(
                                                                misfire, overlap, pause, outage, night, edit)))))));
    }

    private static <T> Stream<T> each(T[] values) {
        return Arrays.stream(values);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void every_nominal_time_becomes_what_the_policies_say(PolicyCase row) {
        Played played = new Played(row);
        played.play();
        assertThat(differences(PolicyModel.ledgerOf(row), played.ledger()))
                .as("%s", row)
                .isEmpty();
        assertThat(played.world.faults()).isEmpty();
    }

    private static List<String> differences(Map<Instant, String> expected, Map<Instant, String> found) {
        Set<Instant> times = new TreeSet<>(expected.keySet());
        times.addAll(found.keySet());
        return times.stream()
                .filter(at -> !Objects.equals(expected.get(at), found.get(at)))
                .map(at -> at + " expected " + expected.get(at) + ", found " + found.get(at))
                .toList();
    }

    /** A case as the loops play it. */
    private static final class Played {
        private final PolicyCase row;
        private final LoopWorld world = new LoopWorld(1, LoopSettings.DEFAULT, new ScheduleReader());
        private final JobId job = jobIdIn(1, 0);
        private final List<Run> working = new ArrayList<>();
        private Member member;

        Played(PolicyCase row) {
            this.row = row;
            world.time.step(Duration.between(world.now(), row.begin()));
            member = world.member("first").gain(1).worker(50);
            member.create(job, row.definition(Plan.FIRST));
        }

        void play() {
            takeStarted();
            while (world.now().isBefore(row.end())) {
                world.advance(PolicyModel.TICK);
                at(world.now());
            }
        }

        private void at(Instant now) {
            if (now.equals(row.down())) {
                takeStarted();
                member.kill();
            }
            if (now.equals(row.up())) {
                member = world.member("next").gain(1).worker(50);
                working.forEach(run -> member.held(run, "worker-first"));
            }
            working.forEach(run -> world.leases.heartbeat(run.id(), run.fencingToken(), now.plus(LEASE)));
            if (!member.isDead()) {
                takeStarted();
                end(now);
                takeStarted();
            }
            if (now.equals(row.paused())) {
                answered(row.pause() == Pause.HOLD ? member.hold(job) : member.pause(job));
            }
            if (now.equals(row.edited())) {
                answered(member.ask(new JobCommand.Replace(
                        Principal.ANONYMOUS,
                        job,
                        row.definition(Plan.SECOND),
                        JobCommand.Replace.Existence.REQUIRED,
                        List.of())));
            }
            if (now.equals(row.resumed())) {
                answered(member.resume(job));
            }
            if (!member.isDead()) {
                takeStarted();
            }
        }

        private void answered(Heard<?> heard) {
            world.settle();
            assertThat(heard.answered()).isTrue();
        }

        private void takeStarted() {
            for (Run run : member.takeStarted()) {
                member.accept(run);
                working.add(run);
            }
        }

        private void end(Instant now) {
            for (Run run : List.copyOf(working)) {
                if (!Objects.requireNonNull(run.startedAt())
                        .plus(PolicyModel.WORK)
                        .isAfter(now)) {
                    working.remove(run);
                    member.succeed(run);
                }
            }
        }

        /** By nominal time; a skip counts as many of its definition's times as it says, or it shows. */
        Map<Instant, String> ledger() {
            Map<Instant, String> ledger = new TreeMap<>();
            for (Run run : world.rows.runsOf(job)) {
                ledger.merge(run.nominalAt(), "run", (one, other) -> one + " and " + other);
            }
            for (SkipRange skip : world.rows.skipsOf(job)) {
                Plan plan = skip.revision() == 1 ? Plan.FIRST : Plan.SECOND;
                List<Instant> counted = plan.nominals(row.night()).stream()
                        .filter(at -> !at.isBefore(skip.nominalFirst()) && !at.isAfter(skip.nominalLast()))
                        .toList();
                String reason = counted.size() == skip.n() ? skip.reason().name() : skip + " of " + counted.size();
                counted.forEach(at -> ledger.merge(at, reason, (one, other) -> one + " and " + other));
            }
            return ledger;
        }
    }
}
