package io.carillon.gateway.rest;

import io.carillon.domain.id.JobId;
import io.carillon.engine.statistics.Histogram;
import io.carillon.engine.statistics.RunOutcome;
import io.carillon.engine.statistics.RunStats;
import io.carillon.engine.statistics.StatKey;
import io.carillon.gateway.api.StatisticsDesk;
import io.carillon.gateway.api.StatisticsDesk.Found;
import io.carillon.gateway.json.JsonWriter;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Statistics of a pool, an owner or a job. */
@RestController
@RequestMapping(
        path = {"/statistics", "/v1/statistics"},
        produces = MediaType.APPLICATION_JSON_VALUE)
final class StatisticsController {

    private final StatisticsDesk desk;
    private final Callers callers;

    StatisticsController(StatisticsDesk desk, Callers callers) {
        this.desk = desk;
        this.callers = callers;
    }

    @GetMapping
    ResponseEntity<byte[]> get(HttpServletRequest request) {
        Parameters parameters = new Parameters(request);
        String pool = parameters.text("pool");
        String ownerId = parameters.text("owner_id");
        JobId job = parameters.job("job_id");
        parameters.check();
        Found found = desk.find(callers.of(request), pool, ownerId, job);
        return Answers.json(HttpStatus.OK, json -> write(json, found));
    }

    private static void write(JsonWriter json, Found found) {
        RunStats stats = found.stats();
        json.text(name(found.key()), found.key().name())
                .instant("from", found.from())
                .instant("to", found.to())
                .bool("complete", found.complete())
                .number("others", found.others())
                .number("starts", stats.starts());
        for (RunOutcome outcome : RunOutcome.values()) {
            json.number(outcome.name().toLowerCase(Locale.ROOT), stats.count(outcome));
        }
        json.object("start_delay", each -> spread(each, stats.delay()))
                .object("duration", each -> spread(each, stats.duration()));
    }

    private static String name(StatKey key) {
        return switch (key.kind()) {
            case POOL -> "pool";
            case OWNER -> "owner_id";
            case JOB -> "job_id";
        };
    }

    private static void spread(JsonWriter json, Histogram histogram) {
        long n = histogram.total();
        json.number("n", n)
                .seconds("mean_s", n == 0 ? null : micros(histogram.sumMicros() / n))
                .seconds("p50_s", percentile(histogram, 0.5))
                .seconds("p90_s", percentile(histogram, 0.9))
                .seconds("p99_s", percentile(histogram, 0.99));
    }

    private static @Nullable Duration percentile(Histogram histogram, double part) {
        return histogram.total() == 0 ? null : micros(histogram.percentile(part));
    }

    private static Duration micros(long micros) {
        return Duration.ofNanos(micros * 1_000);
    }
}
