package io.carillon.persistence.read;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.job.Job;
import io.carillon.domain.ledger.JobAccounts;
import io.carillon.domain.ledger.JobRevision;
import io.carillon.domain.ledger.Marks;
import io.carillon.domain.ledger.Revision;
import io.carillon.domain.ledger.RevisionKey;
import io.carillon.domain.ledger.Slice;
import io.carillon.domain.plan.SkipRange;
import io.carillon.domain.run.Run;
import io.carillon.domain.store.LedgerStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A recount's queries, on the caller's thread. */
public final class PgLedgerStore implements LedgerStore {

    /** A plan and the runs that belong to it are of one moment, or a run withdrawn between two statements looks lost. */
    private static final String ONE_MOMENT = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY";

    private static final String JOB = "SELECT " + JobColumns.ALL
            + " FROM job_state j JOIN jobs i ON i.job_id = j.job_id" + JobColumns.WITH_REVISION;

    private final Reader reader;

    public PgLedgerStore(Reader reader) {
        this.reader = reader;
    }

    @Override
    public Optional<JobAccounts> accounts(Principal principal, JobId job, Instant from, Instant to, int limit) {
        Pages.check(limit);
        return reader.now(connection -> inOneMoment(connection, () -> {
            Conditions conditions = new Conditions()
                    .and("i.job_id = ?", job.value())
                    .andIfPresent("i.owner_id = ?", principal.ownerScope());
            List<Job> found =
                    Reader.rows(connection, JOB + conditions.where(), conditions::bind, row -> JobColumns.read(row, 1));
            return found.isEmpty()
                    ? Optional.empty()
                    : Optional.of(accounts(connection, found.get(0), from, to, limit));
        }));
    }

    @Override
    public List<RevisionKey> revisionsAfter(@Nullable RevisionKey after, int limit) {
        return reader.now(connection -> RecountRows.keys(connection, after, limit));
    }

    @Override
    public List<JobRevision> revisions(Collection<RevisionKey> keys, Instant from, Instant to) {
        return reader.now(connection -> RecountRows.revisions(connection, keys, from, to));
    }

    @Override
    public List<Marks> marks(List<Slice> slices) {
        return reader.now(connection -> RecountRows.marks(connection, slices));
    }

    @Override
    public Set<Integer> shardsOwing(Set<Integer> shards, Instant nominal, Instant due) {
        return reader.now(connection -> RecountRows.owing(connection, shards, nominal, due));
    }

    private static JobAccounts accounts(Connection connection, Job job, Instant from, Instant to, int limit)
            throws SQLException {
        List<Revision> revisions = LedgerRows.revisions(connection, job.id(), from, to);
        List<Run> runs = LedgerRows.runs(connection, job.id(), from, to, limit + 1);
        Instant end = runs.size() > limit ? LedgerRows.endOf(runs.get(limit - 1)) : to;
        List<SkipRange> skips = LedgerRows.skips(connection, job.id(), from, end, limit + 1);
        if (skips.size() > limit) {
            end = skips.get(limit).nominalFirst();
            skips = skips.subList(0, limit);
        }
        Instant completeTo = end.isBefore(to) ? end : to;
        return new JobAccounts(
                job,
                revisions,
                runs.stream()
                        .filter(run -> run.nominalAt().isBefore(completeTo))
                        .toList(),
                skips,
                completeTo);
    }

    @FunctionalInterface
    interface Work<T> {
        T run() throws SQLException;
    }

    static <T> T inOneMoment(Connection connection, Work<T> work) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute(ONE_MOMENT);
        }
        T found = work.run();
        connection.commit();
        return found;
    }
}
