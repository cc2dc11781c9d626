package io.carillon.app.wiring;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.app.operations.DocumentedMetrics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a member shows Prometheus is what docs/metrics.md lists. */
@Tag("grid")
@Tag("postgres")
@Timeout(value = 4, unit = MINUTES)
class ScrapeTest {

    /** They show when what they count has happened for the first time, which is nothing that a member at rest does. */
    private static final Set<String> NOT_AT_REST = Set.of(
            "carillon_access_refused_total",
            "carillon_history_days_dropped_total",
            "carillon_history_runs_kept_total",
            "carillon_jobs_replanned_total",
            "carillon_queue_paged_in_total",
            "carillon_reconciled_total",
            "carillon_rows_rejected_total",
            "carillon_starts_over_max_running_total");

    @Test
    void every_metric_is_listed_and_every_listed_one_is_there(@TempDir Path folder) throws Exception {
        DocumentedMetrics documented = DocumentedMetrics.read();
        try (RunningMember member = new RunningMember(
                folder,
                "scraped",
                "--carillon.demo.enabled=true",
                "--carillon.jet.enabled=true",
                // Nobody is there: spans are counted all the same.
                "--carillon.tracing.endpoint=http://127.0.0.1:1/v1/traces")) {
            assertThat(member.post("/jobs", "{\"name\":\"tick\",\"schedule\":\"* * * * * *\"}")
                            .statusCode())
                    .isEqualTo(201);
            Awaitility.await("runs and demand are counted")
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> {
                        Set<String> seen = series(member);
                        return seen.contains("carillon_start_delay_seconds_count")
                                && seen.contains("carillon_pool_demand");
                    });
            Set<String> seen = series(member);

            assertThat(seen).allMatch(documented::know, "is listed in docs/metrics.md");
            Set<String> absent = new TreeSet<>(documented.names());
            absent.removeIf(
                    name -> seen.contains(name) || seen.contains(name + "_count") || NOT_AT_REST.contains(name));
            assertThat(absent).as("listed, but not there").isEmpty();
        }
    }

    private static Set<String> series(RunningMember member) throws Exception {
        return member.get("/actuator/prometheus")
                .body()
                .lines()
                .filter(line -> line.startsWith("carillon_"))
                .map(line -> line.replaceAll("[{ ].*", ""))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
