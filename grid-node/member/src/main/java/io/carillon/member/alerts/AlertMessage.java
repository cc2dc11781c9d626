package io.carillon.member.alerts;

import io.carillon.domain.alert.Alert;
import io.carillon.domain.run.AttemptError;
import io.carillon.gateway.json.JsonWriter;

/** An alert as JSON. */
final class AlertMessage {

    private AlertMessage() {}

    static byte[] body(Alert alert) {
        AttemptError error = alert.lastError();
        return JsonWriter.object(json -> {
            json.text("alert_id", Long.toString(alert.id()))
                    .text("type", "dead_letter")
                    .text("owner_id", alert.ownerId())
                    .text("run_id", alert.runId().toString())
                    .text("job_id", alert.jobId().toString())
                    .text("job_name", alert.jobName())
                    .text("pool", alert.pool())
                    .instant("nominal_at", alert.nominalAt())
                    .instant("due_at", alert.dueAt())
                    .instant("died_at", alert.diedAt())
                    .number("attempt", alert.attempt())
                    .text("reason", alert.reason());
            if (error == null) {
                json.nothing("error");
            } else {
                json.object("error", object -> object.text("type", error.type()).text("message", error.message()));
            }
        });
    }
}
