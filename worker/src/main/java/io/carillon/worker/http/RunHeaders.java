package io.carillon.worker.http;

import io.carillon.worker.handler.RunContext;
import io.carillon.worker.runtime.SdkVersion;
import io.carillon.worker.trace.AttemptTrace;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What a target is told of the run, beside the payload. */
final class RunHeaders {
    private RunHeaders() {}

    /** Names in this map differ in more than case. */
    static Map<String, String> of(RunContext run) {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.put("User-Agent", "carillon-worker/" + SdkVersion.VALUE);
        headers.put("Idempotency-Key", run.runId().toString());
        headers.put("Carillon-Job-Id", run.jobId().toString());
        headers.put("Carillon-Run-Id", run.runId().toString());
        headers.put("Carillon-Attempt", Integer.toString(run.attempt()));
        headers.put("Carillon-Fencing-Token", Long.toString(run.fencingToken()));
        headers.put("Carillon-Nominal-At", run.nominalAt().toString());
        headers.put("Carillon-Due-At", run.dueAt().toString());
        headers.put("Carillon-Trigger", run.trigger().name().toLowerCase(Locale.ROOT));
        headers.put(
                "traceparent", AttemptTrace.of(run.runId(), run.fencingToken()).traceParent());
        return headers;
    }
}
