package io.carillon.gateway.rest;

import io.carillon.domain.store.JobView;
import io.carillon.domain.time.TimeSource;
import io.carillon.gateway.api.History;
import io.carillon.gateway.api.Ids;
import io.carillon.gateway.api.Preview;
import io.carillon.gateway.api.Problem;
import io.carillon.gateway.api.Timestamps;
import io.carillon.gateway.api.Violations;
import io.carillon.gateway.json.JsonFields;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Instant;
import java.util.Objects;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What a schedule means: its coming times, and its description in words. */
@RestController
@RequestMapping(
        path = {"", "/v1"},
        produces = MediaType.APPLICATION_JSON_VALUE)
final class ScheduleController {

    private final Preview preview;
    private final History history;
    private final TimeSource time;
    private final Callers callers;

    ScheduleController(Preview preview, History history, TimeSource time, Callers callers) {
        this.preview = preview;
        this.history = history;
        this.time = time;
        this.callers = callers;
    }

    @GetMapping("/jobs/{id}/next")
    ResponseEntity<byte[]> next(HttpServletRequest request, @PathVariable String id) {
        Parameters parameters = new Parameters(request);
        int n = parameters.number("n", Preview.TIMES_DEFAULT, Preview.TIMES_MAX);
        parameters.check();
        JobView job = history.job(callers.of(request), Ids.jobId(id));
        return answer(preview.ofJob(job.job(), time.now(), n));
    }

    @PostMapping("/schedules/preview")
    ResponseEntity<byte[]> preview(HttpServletRequest request) throws IOException {
        Violations violations = new Violations();
        JsonFields fields = JsonFields.of(Bodies.json(request), violations);
        String schedule = fields.text("schedule");
        String zone = fields.text("time_zone");
        Instant from = Objects.requireNonNullElseGet(fields.instant("from"), time::now);
        if (!Timestamps.inRange(from)) {
            fields.refuse("from", Timestamps.RANGE);
        }
        int n = Objects.requireNonNullElse(fields.integer("n"), Preview.TIMES_DEFAULT);
        if (n < 1 || n > Preview.TIMES_MAX) {
            fields.refuse("n", "must be from 1 to " + Preview.TIMES_MAX);
        }
        fields.refuseUnknown();
        if (!violations.isEmpty()) {
            throw Problem.invalid(violations.list()).toException();
        }
        return answer(preview.ofText(schedule, zone, from, n));
    }

    private static ResponseEntity<byte[]> answer(Preview.Times times) {
        return Answers.json(
                HttpStatus.OK,
                json -> json.texts(
                                "times",
                                times.times().stream().map(Instant::toString).toList())
                        .text("description", times.description()));
    }
}
