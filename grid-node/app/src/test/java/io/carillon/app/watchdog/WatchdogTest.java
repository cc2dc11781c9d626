package io.carillon.app.watchdog;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.id.JobId;
import io.carillon.domain.schedule.Zones;
import io.carillon.domain.store.LedgerStore;
import io.carillon.domain.store.StoreUnavailableException;
import io.carillon.domain.watch.OverdueJob;
import io.carillon.domain.watch.OverlongRun;
import io.carillon.domain.watch.SilentPage;
import io.carillon.domain.watch.WatchStore;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

/** The thread of the watch, over a store that answers what the test says. */
class WatchdogTest {

    private static final Duration PAUSE = Duration.ofMillis(5);
    private static final JobId JOB = JobId.parse("0190163d-8694-739b-aea5-966c26f8ad91");

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final SaidStore store = new SaidStore();
    private final Watchdog watchdog =
            Watchdog.start(store, new WatchLimits(Duration.ofSeconds(10), Duration.ofSeconds(90)), meters, PAUSE);

    @AfterEach
    void close() {
        watchdog.close();
    }

    @Test
    void an_alarm_is_told_in_metric_and_health_and_ends_with_its_cause() {
        store.overdue = List.of(new OverdueJob(JOB, 7, Instant.EPOCH));
        await(() -> found("overdue") == 1);
        Health health = new WatchdogHealth(watchdog).health();
        assertThat(health.getStatus()).as("no member is taken away for it").isEqualTo(Status.UP);
        assertThat(health.getDetails()).containsEntry("alarm", true).containsKey("overdue");

        store.overdue = List.of();
        await(() -> found("overdue") == 0);
        assertThat(new WatchdogHealth(watchdog).health().getDetails()).containsEntry("alarm", false);
    }

    @Test
    void a_watch_that_cannot_look_says_so_and_looks_again_when_it_can() {
        store.away = true;
        await(() -> found("blind") > 0);
        assertThat(meters.get("carillon.watchdog.looks")
                        .tag("outcome", "failed")
                        .counter()
                        .count())
                .isGreaterThanOrEqualTo(6);

        store.away = false;
        await(() -> found("blind") == 0);
        await(() -> meters.get("carillon.watchdog.last.look").gauge().value() < 1);
    }

    /** After an outage thousands of jobs have as many live runs as they may, and no worker is there to end them. */
    @Test
    void of_many_jobs_that_wait_for_workers_none_is_overdue_and_those_that_nobody_plans_are() {
        SaidStore said = new SaidStore();
        said.overdue = IntStream.range(0, 300)
                .mapToObj(i -> new OverdueJob(
                        new JobId(new UUID(JOB.value().getMostSignificantBits(), Long.MIN_VALUE + i)),
                        1,
                        Instant.EPOCH.plusSeconds(i)))
                .toList();
        List<JobId> jobs = said.overdue.stream().map(OverdueJob::job).toList();
        Looks looks = new Looks(said, new WatchLimits(Duration.ofSeconds(10), Duration.ofSeconds(90)));
        assertThat(looks.overdue().found()).isZero();

        said.waiting = Set.copyOf(jobs);
        assertThat(looks.overdue().found()).as("all wait").isZero();

        said.waiting = Set.copyOf(jobs.subList(0, 290));
        assertThat(looks.overdue().found()).as("of the latest some do not").isEqualTo(10);

        said.waiting = Set.of();
        assertThat(looks.overdue().found()).as("none waits").isEqualTo(300);
    }

    private double found(String kind) {
        return meters.get("carillon.watchdog.found").tag("kind", kind).gauge().value();
    }

    private static void await(Callable<Boolean> condition) {
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(condition);
    }

    private static final class SaidStore implements WatchStore {

        private volatile List<OverdueJob> overdue = List.of();
        private volatile Set<JobId> waiting = Set.of();
        private volatile boolean away;

        @Override
        public Instant now() {
            if (away) {
                throw new StoreUnavailableException("it is away", new IllegalStateException());
            }
            return Instant.EPOCH.plusSeconds(1_000_000);
        }

        @Override
        public List<OverdueJob> overdue(Instant dueBefore, int perShard) {
            return overdue;
        }

        @Override
        public Set<JobId> withLiveRuns(Collection<JobId> jobs, int atLeast) {
            return jobs.stream().filter(waiting::contains).collect(Collectors.toSet());
        }

        @Override
        public List<OverlongRun> overlong(Instant now, Duration beyond, int perShard) {
            return List.of();
        }

        @Override
        public SilentPage silent(@Nullable JobId after, int limit) {
            return new SilentPage(List.of(), null);
        }

        @Override
        public Map<String, Long> demand(Instant by, int perShard) {
            return Map.of();
        }

        /** Without any definition. */
        @Override
        public LedgerStore ledger() {
            return (LedgerStore) Proxy.newProxyInstance(
                    LedgerStore.class.getClassLoader(),
                    new Class<?>[] {LedgerStore.class},
                    (proxy, method, args) -> List.of());
        }

        @Override
        public Zones zones() {
            return Zones.OF_RUNTIME;
        }
    }
}
