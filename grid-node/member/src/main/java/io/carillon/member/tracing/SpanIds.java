package io.carillon.member.tracing;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import java.util.HexFormat;
import java.util.UUID;

/**
 * The ids of traces and spans. They follow from those of runs and jobs, so that nothing has to be stored or sent for a span to name
 * another one: a worker tells a target the same parent that the owner of the run reports hours later.
 *
 * <p>All attempts of a run are one trace, whose id is the run's. A job's changes are a trace whose id is the job's.
 */
final class SpanIds {

    /** The run itself. Attempts have the top bit, so theirs are others. */
    static final String RUN = "4000000000000001";

    private static final long END = 0x2000_0000_0000_0000L;
    private static final long REVISION = 0x4000_0000_0000_0000L;

    private SpanIds() {}

    static String traceOf(RunId run) {
        return hex(run.value());
    }

    static String traceOf(JobId job) {
        return hex(job.value());
    }

    /** Tokens are positive; the top bit keeps the id from being all zeros, which means none. Workers make the same. */
    static String attempt(long fencingToken) {
        return hex(fencingToken | Long.MIN_VALUE);
    }

    /** An end that is not an attempt's; versions of a run's row only rise. */
    static String end(long version) {
        return hex(version | END);
    }

    static String revision(long revision) {
        return hex(revision | REVISION);
    }

    private static String hex(long value) {
        return HexFormat.of().toHexDigits(value);
    }

    private static String hex(UUID id) {
        return hex(id.getMostSignificantBits()) + hex(id.getLeastSignificantBits());
    }
}
