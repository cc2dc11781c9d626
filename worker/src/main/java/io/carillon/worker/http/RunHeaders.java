package io.carillon.worker.http;

import io.carillon.worker.handler.RunContext;
import io.carillon.worker.runtime.SdkVersion;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

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
        headers.put("traceparent", traceParent(run.runId(), run.fencingToken()));
        return headers;
    }

    /**
     * W3C trace context. All attempts of a run are one trace, whose id is the run's, so that who has the one finds the other; the
     * parent span is the attempt. It is marked as sampled: the other mark would keep most targets from tracing at all.
     */
    private static String traceParent(UUID runId, long fencingToken) {
        String trace = runId.toString().replace("-", "");
        // Tokens are positive; the top bit keeps the span id from being all zeros, which is not allowed.
        long span = fencingToken | Long.MIN_VALUE;
        return String.format(Locale.ROOT, "00-%s-%016x-01", trace, span);
    }
}
