package io.carillon.domain.ledger;

import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.JobStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A stretch of time whose nominal times one revision owes.
 *
 * @param after exclusive
 * @param through inclusive
 * @param inPause the pause goes on: its occurrences are skipped and counted when it ends, and until then in no row
 */
public record OwedSpan(long revision, JobDefinition definition, Instant after, Instant through, boolean inPause) {

    /**
     * What a job owes up to now. What is not planned yet is not owed yet: of an active job all that comes after {@code
     * plannedThrough}, and a one-off whose time has come in a pause, which is judged at its end.
     *
     * @param revisions by rising number
     * @return in the order of time
     */
    public static List<OwedSpan> of(List<Revision> revisions, JobStatus status, Instant plannedThrough, Instant now) {
        List<OwedSpan> spans = new ArrayList<>();
        for (Revision revision : revisions) {
            Instant end = revision.nominalTo() == null ? plannedThrough : revision.nominalTo();
            add(spans, revision, revision.nominalFrom(), end, false);
            boolean pauseGoesOn = status == JobStatus.PAUSED || status == JobStatus.HELD;
            if (revision.nominalTo() == null
                    && pauseGoesOn
                    && !revision.definition().isOneOff()) {
                add(spans, revision, end, now, true);
            }
        }
        return spans;
    }

    private static void add(List<OwedSpan> spans, Revision of, Instant after, Instant through, boolean inPause) {
        if (after.isBefore(through)) {
            spans.add(new OwedSpan(of.revision(), of.definition(), after, through, inPause));
        }
    }
}
