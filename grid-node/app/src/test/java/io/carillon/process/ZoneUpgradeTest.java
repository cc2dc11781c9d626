package io.carillon.process;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.schedule.TimeZones;
import io.carillon.persistence.DurableStore;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneRules;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A member with an older JDK than others, and one with a newer JDK that starts after the clocks were changed already. */
@Tag("process")
class ZoneUpgradeTest {

    private static final String ZONE = "Asia/Tokyo";

    /** What ZONE has by the JDK; by what the cluster has agreed on, its clocks are an hour behind that. */
    private static final ZoneOffset BY_JDK = ZoneOffset.ofHours(9);

    private static final Clock CLOCK = Clock.systemUTC();

    @TempDir
    private Path dir;

    @Test
    @Timeout(value = 4, unit = MINUTES)
    void jobs_are_planned_by_the_book_and_anew_when_a_newer_jdk_brings_an_edition() throws Exception {
        try (Installation carillon = new Installation(dir, 1, 0, List.of())) {
            agreeOnOtherClocks(carillon);
            JavaProcess member = carillon.member(0).process();
            Rest rest = new Rest(carillon.member(0).restPort());
            member.start();
            assertThat(member.said())
                    .contains("this JDK has tz database " + TimeZones.version() + ", the cluster plans by 9999z");

            // Passed half an hour ago by the JDK's clocks, and to come in half an hour by those of the cluster.
            LocalDateTime time = LocalDateTime.ofInstant(CLOCK.instant(), BY_JDK)
                    .minusMinutes(30)
                    .truncatedTo(ChronoUnit.MINUTES);
            Instant created = CLOCK.instant();
            String job = "/jobs/" + create(rest, time);
            assertThat(next(rest, job)).isEqualTo(time.toInstant(ZoneOffset.ofHours(8)));
            assertThat(member.stop()).isZero();

            carillon.execute("UPDATE zone_editions SET tz_version = '2000a'");
            member.start();
            assertThat(member.said())
                    .contains("tz database " + TimeZones.version() + " adopted after 2000a edition=2 zones_changed=1");
            Awaitility.await("all shards are planned anew")
                    .atMost(Duration.ofMinutes(2))
                    .pollInterval(Duration.ofSeconds(1))
                    .until(() -> zones(rest).get("jobs_replanned").asInt() == 1
                            && zones(rest).get("shards_behind").asInt() == 0);

            assertThat(zones(rest).get("tz_version").asString()).isEqualTo(TimeZones.version());
            assertThat(zones(rest).get("next_times_moved").asInt()).isEqualTo(1);
            assertThat(member.said()).contains("jobs planned by newer rules of their time zones");
            assertThat(rest.get(job).get("revision").asInt()).isEqualTo(2);
            assertThat(next(rest, job)).isEqualTo(time.plusDays(1).toInstant(BY_JDK));
            assertThat(rest.get(job + "/runs").get("runs"))
                    .as("the time of day that the clocks jumped over is made up for")
                    .hasSize(1);
            JsonNode ledger = rest.get(job + "/ledger?from=" + created + "&to=" + CLOCK.instant());
            assertThat(ledger.get("expected").asInt()).isEqualTo(1);
            assertThat(ledger.get("unaccounted").asInt()).isZero();
            assertThat(rest.get(job + "/explain?at=" + time).toString())
                    .contains("clock_gap", "went over to newer rules of its time zone (edition 2)");
        }
    }

    private static void agreeOnOtherClocks(Installation carillon) throws Exception {
        Map<String, ZoneRules> rules = new HashMap<>(TimeZones.all());
        rules.put(ZONE, ZoneOffset.ofHours(8).getRules());
        try (DurableStore store = DurableStore.open(carillon.storeSettings())) {
            store.migrate();
            assertThat(store.zoneStore()
                            .adopt(0, "9999z", rules, CLOCK.instant())
                            .get(1, MINUTES))
                    .isTrue();
        }
    }

    private static String create(Rest rest, LocalDateTime time) throws Exception {
        String daily = time.getMinute() + " " + time.getHour() + " * * *";
        return rest.post(
                        "/jobs",
                        "{\"name\":\"daily\",\"schedule\":\"" + daily + "\",\"time_zone\":\"" + ZONE
                                + "\",\"timing\":\"exact\"}")
                .get("job_id")
                .asString();
    }

    private static Instant next(Rest rest, String job) throws Exception {
        return Instant.parse(rest.get(job).get("next_run_at").asString());
    }

    private static JsonNode zones(Rest rest) throws Exception {
        return rest.get("/cluster").get("time_zones");
    }
}
