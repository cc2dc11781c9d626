package io.carillon.app.wiring;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A member tells what is to come and what was. */
@Tag("grid")
@Tag("postgres")
@Timeout(value = 4, unit = MINUTES)
class ForecastAndStatisticsTest {

    private static final String EVERY_SECOND = "{\"name\":\"tick\",\"owner_id\":\"acme\",\"schedule\":\"* * * * * *\"}";
    private static final int SHARDS = 256;

    private static ConditionFactory soon() {
        return Awaitility.await().atMost(Duration.ofMinutes(1)).pollInterval(Duration.ofMillis(500));
    }

    private static JsonNode json(RunningMember member, String path) throws Exception {
        return JsonMapper.shared().readTree(member.get(path).body());
    }

    @Test
    void with_jet_both_are_told(@TempDir Path folder) throws Exception {
        try (RunningMember member = new RunningMember(
                folder, "statistics", "--carillon.demo.enabled=true", "--carillon.jet.enabled=true")) {
            assertThat(member.post("/jobs", EVERY_SECOND).statusCode()).isEqualTo(201);
            soon().untilAsserted(() -> {
                JsonNode forecast = json(member, "/forecast");
                assertThat(forecast.get("shards_counted").asInt()).isEqualTo(SHARDS);
                assertThat(forecast.get("minutes").size()).isEqualTo(60);
                for (int minute = 1; minute < 60; minute++) {
                    assertThat(forecast.get("minutes").get(minute).get("due").asInt())
                            .isEqualTo(60);
                }
                assertThat(forecast.get("pools").get(0).get("pool").asString()).isEqualTo("default");
                assertThat(forecast.get("recommended_workers").asInt()).isEqualTo(1);
            });
            soon().untilAsserted(() -> {
                for (String whose : new String[] {"pool=default", "owner_id=acme"}) {
                    JsonNode statistics = json(member, "/statistics?" + whose);
                    assertThat(statistics.get("succeeded").asInt()).isPositive();
                    assertThat(statistics.get("duration").get("p99_s").isNumber())
                            .isTrue();
                    assertThat(statistics.get("start_delay").get("n").asInt())
                            .isEqualTo(statistics.get("starts").asInt());
                }
            });
        }
    }

    @Test
    void without_jet_the_forecast_goes_on_and_statistics_say_that_they_are_off(@TempDir Path folder) throws Exception {
        try (RunningMember member = new RunningMember(folder, "no-statistics")) {
            assertThat(member.post("/jobs", EVERY_SECOND).statusCode()).isEqualTo(201);
            soon().untilAsserted(() -> assertThat(json(member, "/forecast?minutes=2")
                            .get("minutes")
                            .get(1)
                            .get("due")
                            .asInt())
                    .isEqualTo(60));
            assertThat(member.get("/statistics").statusCode()).isEqualTo(501);
        }
    }
}
