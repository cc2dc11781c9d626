package io.carillon.gateway.rest;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.store.DeadLetter;
import io.carillon.domain.store.Redrive;
import io.carillon.domain.store.RunFilter;
import io.carillon.domain.store.RunView;
import io.carillon.gateway.api.Words;
import io.carillon.gateway.json.JsonWriter;
import java.time.Instant;
import java.util.List;

/** A dead letter, and a redrive of many, as REST shows them. */
final class DeadLetterJson {

    private DeadLetterJson() {}

    /** The run as other lists show it, its owner, and what it was to do. */
    static void write(JsonWriter json, DeadLetter letter, Instant now) {
        RunJson.write(json, new RunView(letter.run(), letter.lastError(), List.of(), null), now);
        json.text("owner_id", letter.run().ownerId())
                .text("pool", letter.run().pool())
                .number("attempt_count", letter.run().attempt())
                .raw("payload", letter.payload());
    }

    static void write(JsonWriter json, Redrive redrive) {
        RunFilter filter = redrive.filter();
        JobId job = filter.jobId();
        RunId after = redrive.after();
        json.text("redrive_id", redrive.id().toString())
                .text("status", Words.of(redrive))
                .object(
                        "filter",
                        object -> object.text("job_id", job == null ? null : job.toString())
                                .text("owner_id", filter.ownerId())
                                .text("pool", filter.pool())
                                .instant("from", filter.from())
                                .instant("to", filter.to()))
                .instant("created_at", redrive.createdAt())
                .instant("finished_at", redrive.finishedAt())
                .number("redriven", redrive.redriven())
                .number("refused", redrive.refused())
                .text("last_run_id", after == null ? null : after.toString());
    }
}
