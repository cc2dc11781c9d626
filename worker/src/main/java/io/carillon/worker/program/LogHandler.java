package io.carillon.worker.program;

import io.carillon.worker.handler.JobHandler;
import io.carillon.worker.handler.RunContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes the run to the log and succeeds: for trying things, not for work. */
final class LogHandler implements JobHandler {
    private static final Logger log = LoggerFactory.getLogger(LogHandler.class);
    private static final int PAYLOAD_CHARS_MAX = 1_000;

    @Override
    public @Nullable String handle(RunContext run) {
        log.info(
                "event=run job={} handler={} run={} attempt={} trigger={} nominal={} payload={}",
                run.jobName(),
                run.handler(),
                run.runId(),
                run.attempt(),
                run.trigger(),
                run.nominalAt(),
                excerpt(run.payload()));
        return null;
    }

    private static @Nullable String excerpt(@Nullable String payload) {
        return payload == null || payload.length() <= PAYLOAD_CHARS_MAX
                ? payload
                : payload.substring(0, PAYLOAD_CHARS_MAX) + "…";
    }
}
