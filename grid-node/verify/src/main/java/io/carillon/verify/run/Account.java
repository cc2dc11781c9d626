package io.carillon.verify.run;

import io.carillon.verify.evidence.DeadLetterSaid;
import io.carillon.verify.evidence.JobSaid;
import io.carillon.verify.evidence.LedgerSaid;
import io.carillon.verify.evidence.RunSaid;
import io.carillon.verify.evidence.Trigger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The API's answers as facts. */
final class Account {

    private static final long MILLIS_PER_SECOND = 1_000;

    private Account() {}

    static JobSaid job(JsonNode job) {
        JsonNode jitter = job.path("jitter_s");
        return new JobSaid(
                uuid(job, "job_id"),
                required(job, "name"),
                ApiReader.text(job, "owner_id"),
                required(job, "status"),
                job.required("revision").asLong(),
                Instant.parse(required(job, "created_at")),
                jitter.isNumber() ? Duration.ofMillis(Math.round(jitter.asDouble() * MILLIS_PER_SECOND)) : null);
    }

    /** From a list, or whole: then with its attempts. */
    static RunSaid run(JsonNode run) {
        return new RunSaid(
                uuid(run, "run_id"),
                uuid(run, "job_id"),
                run.required("revision").asLong(),
                required(run, "status"),
                run.required("terminal").asBoolean(),
                Trigger.valueOf(required(run, "trigger").toUpperCase(Locale.ROOT)),
                run.required("attempt").asInt(),
                run.path("fencing_token").asLong(0),
                Instant.parse(required(run, "nominal_at")),
                Instant.parse(required(run, "due_at")),
                instant(run, "started_at"),
                instant(run, "ended_at"),
                ApiReader.text(run, "reason"),
                run.path("attempts").isArray() ? attempts(run.path("attempts")) : null);
    }

    static LedgerSaid ledger(JsonNode page) {
        List<LedgerSaid.Entry> runs = new ArrayList<>();
        for (JsonNode run : page.required("runs")) {
            runs.add(new LedgerSaid.Entry(
                    Instant.parse(required(run, "nominal_at")), uuid(run, "run_id"), required(run, "status")));
        }
        List<LedgerSaid.Skip> skips = new ArrayList<>();
        for (JsonNode skip : page.required("skips")) {
            skips.add(new LedgerSaid.Skip(
                    Instant.parse(required(skip, "nominal_first")),
                    Instant.parse(required(skip, "nominal_last")),
                    skip.required("n").asLong(),
                    required(skip, "reason")));
        }
        List<String> discrepancies = new ArrayList<>();
        page.required("discrepancies").forEach(each -> discrepancies.add(each.toString()));
        return new LedgerSaid(
                uuid(page, "job_id"),
                Instant.parse(required(page, "from")),
                Instant.parse(required(page, "to")),
                Instant.parse(required(page, "planned_through")),
                page.required("expected").asLong(),
                page.required("unaccounted").asLong(),
                runs,
                skips,
                discrepancies);
    }

    static DeadLetterSaid deadLetter(JsonNode letter) {
        return new DeadLetterSaid(uuid(letter, "run_id"), uuid(letter, "job_id"));
    }

    private static List<RunSaid.AttemptSaid> attempts(JsonNode array) {
        List<RunSaid.AttemptSaid> attempts = new ArrayList<>();
        for (JsonNode attempt : array) {
            attempts.add(new RunSaid.AttemptSaid(
                    attempt.required("attempt").asInt(),
                    attempt.path("fencing_token").asLong(0),
                    ApiReader.text(attempt, "worker_id"),
                    instant(attempt, "started_at"),
                    instant(attempt, "ended_at"),
                    Objects.requireNonNullElse(ApiReader.text(attempt, "end"), "running")));
        }
        return attempts;
    }

    private static UUID uuid(JsonNode node, String field) {
        return UUID.fromString(required(node, field));
    }

    private static String required(JsonNode node, String field) {
        String value = ApiReader.text(node, field);
        if (value == null) {
            throw new IllegalStateException("the API leaves " + field + " out: " + node);
        }
        return value;
    }

    private static @Nullable Instant instant(JsonNode node, String field) {
        String value = ApiReader.text(node, field);
        return value == null ? null : Instant.parse(value);
    }
}
