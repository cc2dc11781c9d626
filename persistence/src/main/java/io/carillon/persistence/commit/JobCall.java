package io.carillon.persistence.commit;

import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.store.JobWrite;
import io.carillon.domain.store.RowOutcome;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

/** One call's job changes: all are written, or none. */
record JobCall(Submission<JobWrite> submission, List<JobRow> rows) {

    /** @param exact whether a job of this definition counts as exact */
    static JobCall of(Submission<JobWrite> submission, Predicate<JobDefinition> exact) {
        return new JobCall(
                submission,
                submission.writes().stream()
                        .map(write -> new JobRow(write, exact))
                        .toList());
    }

    List<JobRow> openRows() {
        return rows.stream().filter(JobRow::open).toList();
    }

    boolean hasGuiltyRow() {
        return rows.stream().anyMatch(JobRow::guilty);
    }

    /** The transaction with all open rows has been committed. */
    void committed() {
        openRows().forEach(row -> row.decide(RowOutcome.APPLIED));
        answer();
    }

    /** A row stands in the way: nothing of the call is written. */
    void refused() {
        openRows().forEach(row -> row.decide(RowOutcome.NOT_TRIED));
        answer();
    }

    private void answer() {
        submission
                .answer()
                .complete(rows.stream()
                        .map(row -> Objects.requireNonNull(row.outcome()))
                        .toList());
    }
}
