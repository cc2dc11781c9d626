package io.carillon.gateway.rest;

import io.carillon.domain.forecast.Forecast;
import io.carillon.gateway.api.ForecastDesk;
import io.carillon.gateway.api.ForecastDesk.Outlook;
import io.carillon.gateway.api.ForecastDesk.PoolNeed;
import io.carillon.gateway.json.JsonWriter;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What falls due in the coming hour. */
@RestController
@RequestMapping(
        path = {"/forecast", "/v1/forecast"},
        produces = MediaType.APPLICATION_JSON_VALUE)
final class ForecastController {

    private final ForecastDesk desk;

    ForecastController(ForecastDesk desk) {
        this.desk = desk;
    }

    @GetMapping
    ResponseEntity<byte[]> get(HttpServletRequest request) {
        Parameters parameters = new Parameters(request);
        String pool = parameters.text("pool");
        int minutes = parameters.number("minutes", ForecastDesk.MINUTES_MAX, ForecastDesk.MINUTES_MAX);
        parameters.check();
        Outlook outlook = desk.forecast(pool, minutes);
        return Answers.json(HttpStatus.OK, json -> write(json, outlook));
    }

    private record Minute(Instant at, long due) {}

    private static void write(JsonWriter json, Outlook outlook) {
        Forecast forecast = outlook.forecast();
        List<Minute> minutes = new ArrayList<>();
        for (long due : forecast.due()) {
            minutes.add(new Minute(forecast.from().plus(Duration.ofMinutes(minutes.size())), due));
        }
        json.objects(
                        "minutes",
                        minutes,
                        (each, minute) -> each.instant("at", minute.at()).number("due", minute.due()))
                .number("recommended_workers", outlook.workers())
                .instant("counted_at", forecast.countedAt())
                .number("shards_counted", forecast.shards())
                .number("jobs_unreadable", forecast.unreadable())
                .bool("complete", forecast.complete())
                .objects("pools", outlook.pools(), ForecastController::pool);
    }

    private static void pool(JsonWriter json, PoolNeed need) {
        json.text("pool", need.forecast().pool())
                .numbers("due", need.forecast().due())
                .number("open", need.forecast().open())
                .seconds("mean_duration_s", need.meanDuration())
                .number("slots_per_worker", need.slots())
                .number("recommended_workers", need.workers());
    }
}
