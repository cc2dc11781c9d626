package io.carillon.process;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.MINUTES;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.client.CarillonClient;
import io.carillon.worker.CarillonWorker;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An owner's {@code max_running} over three members of which one is killed, as its handlers see it and as the rows say. */
@Tag("process")
class MaxRunningTest {

    private static final int MEMBERS = 3;
    private static final int MAX_RUNNING = 40;
    private static final int RUNS = 900;
    private static final int RUNS_OF_OTHERS = 60;
    private static final Duration WORK = Duration.ofMillis(400);

    private static final List<String> MEMBER_ARGUMENTS =
            List.of("--carillon.lease.duration=10s", "--carillon.lease.heartbeat=3s");

    @TempDir
    private Path dir;

    private final Clock clock = Clock.systemUTC();
    private final AtomicInteger atWork = new AtomicInteger();
    private final AtomicInteger mostAtWork = new AtomicInteger();
    private final AtomicBoolean over = new AtomicBoolean();

    @Test
    @Timeout(value = 4, unit = MINUTES)
    void never_more_than_it_may_at_once_whatever_member_starts_them_and_though_one_is_killed() throws Exception {
        ExecutorService looking = Executors.newSingleThreadExecutor();
        List<CarillonWorker> workers = new ArrayList<>();
        try (Installation carillon = new Installation(dir, MEMBERS, 0, MEMBER_ARGUMENTS)) {
            List<Installation.Member> members =
                    IntStream.range(0, MEMBERS).mapToObj(carillon::member).toList();
            members.forEach(member -> member.process().launch());
            members.forEach(member -> member.process().awaitReady());
            for (int i = 0; i < MEMBERS; i++) {
                workers.add(worker(i, members));
            }
            Rest rest = new Rest(members.get(1).restPort());
            rest.put("/owners/acme/quota", "{\"max_running\":" + MAX_RUNNING + "}");
            Future<Long> most = looking.submit(() -> mostRunning(carillon));
            Instant due = clock.instant().plusSeconds(3);
            create(rest, "acme", due, RUNS);
            create(rest, "other", due, RUNS_OF_OTHERS);

            await("a part has succeeded", () -> succeeded(carillon, "acme") > RUNS / 5);
            awaitExplained(carillon, members.get(1));
            members.get(0).process().kill();
            await("the other owner's runs have succeeded", () -> succeeded(carillon, "other") == RUNS_OF_OTHERS);
            await("all have succeeded", () -> succeeded(carillon, "acme") == RUNS);
            over.set(true);

            assertThat(most.get(10, SECONDS)).as("running by the rows").isEqualTo(MAX_RUNNING);
            assertThat(mostAtWork).as("running as handlers see it").hasValueBetween(MAX_RUNNING / 2, MAX_RUNNING);
        } finally {
            over.set(true);
            looking.shutdownNow();
            workers.forEach(CarillonWorker::close);
        }
    }

    private CarillonWorker worker(int n, List<Installation.Member> members) {
        List<Installation.Member> order = new ArrayList<>(members);
        Collections.rotate(order, n);
        return CarillonWorker.builder()
                .grid(order.stream()
                        .map(member -> "localhost:" + member.grpcPort())
                        .collect(Collectors.joining(",")))
                .id("worker-" + n)
                .slots(100)
                .handler("slow", run -> {
                    work();
                    return "{}";
                })
                .handler("quick", run -> "{}")
                .start();
    }

    private void work() throws InterruptedException {
        int now = atWork.incrementAndGet();
        mostAtWork.accumulateAndGet(now, Math::max);
        try {
            new CountDownLatch(1).await(WORK.toMillis(), MILLISECONDS);
        } finally {
            atWork.decrementAndGet();
        }
    }

    private static void create(Rest rest, String owner, Instant due, int runs) throws Exception {
        String handler = owner.equals("acme") ? "slow" : "quick";
        String job = "{\"name\":\"j\",\"owner_id\":\"" + owner + "\",\"handler\":\"" + handler + "\",\"run_at\":\""
                + due + "\"}";
        rest.post("/jobs:batch", "{\"jobs\":[" + String.join(",", Collections.nCopies(runs, job)) + "]}");
    }

    /** By either way; the run that is asked for may have had its turn by then, so another one is. */
    private static void awaitExplained(Installation carillon, Installation.Member member) throws Exception {
        Rest rest = new Rest(member.restPort());
        await(
                "REST says why one waits",
                () -> "over_max_running"
                        .equals(rest.get("/runs/" + oneThatWaits(carillon) + "/explain")
                                .get("reason")
                                .asString()));
        try (CarillonClient client = CarillonClient.builder()
                .target("127.0.0.1:" + member.grpcPort())
                .build()) {
            await(
                    "gRPC says why one waits",
                    () -> "over_max_running"
                            .equals(client.explainRun(oneThatWaits(carillon)).reason()));
        }
    }

    /** The last in their order. */
    private static UUID oneThatWaits(Installation carillon) throws SQLException {
        try (Connection connection = carillon.connect();
                PreparedStatement statement = connection.prepareStatement(
                        "select run_id from runs where owner_id = 'acme' and state = 0 order by run_id desc limit 1");
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getObject(1, UUID.class);
        }
    }

    private long mostRunning(Installation carillon) throws SQLException {
        long most = 0;
        try (Connection connection = carillon.connect();
                PreparedStatement statement = connection.prepareStatement(
                        "select count(*) from runs where owner_id = 'acme' and state = 1")) {
            while (!over.get()) {
                try (ResultSet row = statement.executeQuery()) {
                    row.next();
                    most = Math.max(most, row.getLong(1));
                }
            }
        }
        return most;
    }

    private static long succeeded(Installation carillon, String owner) throws SQLException {
        return carillon.number("select count(*) from runs where state = 2 and owner_id = '" + owner + "'");
    }

    private static void await(String what, Callable<Boolean> condition) {
        Awaitility.await(what)
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(200))
                .until(condition);
    }
}
