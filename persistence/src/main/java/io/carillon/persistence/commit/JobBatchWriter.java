package io.carillon.persistence.commit;

import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.store.JobWrite;
import io.carillon.domain.store.RowOutcome;
import io.carillon.domain.store.StoreUnavailableException;
import io.carillon.persistence.jdbc.SqlFault;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Writes job changes: all calls of a batch in one transaction, which is committed whole or not at all. If it is not, the
 * rows that stand in the way are looked for; their calls are answered with the guilty rows named, and the rest is written
 * again without them.
 */
final class JobBatchWriter implements BatchWriter<JobWrite> {

    /** Tries that find nothing new: the obstacle came and went. */
    private static final int FRUITLESS_TRIES_MAX = 3;

    private final DataSource dataSource;
    private final Predicate<JobDefinition> exact;

    /** @param exact whether a job of this definition counts as exact; any thread */
    JobBatchWriter(DataSource dataSource, Predicate<JobDefinition> exact) {
        this.dataSource = dataSource;
        this.exact = exact;
    }

    @Override
    public void write(List<Submission<JobWrite>> batch) {
        commit(batch.stream().map(call -> JobCall.of(call, exact)).toList());
    }

    private void commit(List<JobCall> calls) {
        List<JobCall> second = new ArrayList<>();
        commitFirst(new ArrayList<>(calls), second);
        if (!second.isEmpty()) {
            second.forEach(call -> call.openRows().forEach(row -> row.waitForKeyOf(null)));
            commit(second);
        }
    }

    /**
     * @param left what is still to be written
     * @param second gets the calls that want a key which another one of the batch may get: whether it does is known only then
     */
    private void commitFirst(List<JobCall> left, List<JobCall> second) {
        int fruitless = 0;
        while (!left.isEmpty()) {
            SQLException fault = tryWrite(rowsOf(left));
            if (fault == null) {
                left.forEach(JobCall::committed);
                return;
            }
            SqlFault kind = SqlFault.of(fault);
            boolean ofRow = kind == SqlFault.ROW || kind == SqlFault.ROW_LOCKED;
            boolean judged = ofRow || kind == SqlFault.CONDITION;
            if (judged && findObstacles(left, kind)) {
                left.removeIf(call -> waitsForKey(call, second));
                left.removeIf(JobBatchWriter::answered);
                fruitless = 0;
            } else if (ofRow || (judged && fruitless == FRUITLESS_TRIES_MAX)) {
                isolate(left, fault);
                return;
            } else if (kind == SqlFault.UNAVAILABLE || fruitless == FRUITLESS_TRIES_MAX) {
                throw unavailable(fault);
            } else {
                fruitless++;
            }
        }
    }

    /** A call of one row can wait; of a larger one the row is refused at once, be it that nobody gets the key in the end. */
    private static boolean waitsForKey(JobCall call, List<JobCall> second) {
        List<JobRow> waiting = call.openRows().stream()
                .filter(row -> row.keyWantedBy() != null)
                .toList();
        if (waiting.isEmpty()) {
            return false;
        }
        if (call.openRows().size() == 1) {
            return second.add(call);
        }
        waiting.forEach(row -> row.decide(RowOutcome.keyTaken(String.valueOf(row.keyWantedBy()))));
        return false;
    }

    /** True if there is nothing left to write of the call. */
    private static boolean answered(JobCall call) {
        if (call.hasGuiltyRow()) {
            call.refused();
            return true;
        }
        if (call.openRows().isEmpty()) {
            call.committed();
            return true;
        }
        return false;
    }

    /** Null if it is committed. */
    private @Nullable SQLException tryWrite(List<JobRow> rows) {
        try (Connection connection = dataSource.getConnection()) {
            JobStatements.write(rows).run(connection);
            return null;
        } catch (SQLException e) {
            return e;
        }
    }

    private boolean findObstacles(List<JobCall> calls, SqlFault kind) {
        try (Connection connection = dataSource.getConnection()) {
            JobObstacles obstacles = new JobObstacles(connection, rowsOf(calls));
            return kind == SqlFault.ROW_LOCKED ? obstacles.findLocks() : obstacles.find();
        } catch (SQLException e) {
            throw unavailable(e);
        }
    }

    /** A row that the database refuses for its own sake: by halving the calls, then by trying beginnings of the last one. */
    private void isolate(List<JobCall> calls, SQLException fault) {
        if (calls.size() > 1) {
            int middle = calls.size() / 2;
            commit(calls.subList(0, middle));
            commit(calls.subList(middle, calls.size()));
            return;
        }
        JobCall call = calls.get(0);
        List<JobRow> rows = new ArrayList<>(call.openRows());
        SQLException reason = fault;
        while (reason != null) {
            JobRow guilty = rows.get(lengthOfGoodBeginning(rows));
            guilty.decide(outcomeOf(reason));
            rows.remove(guilty);
            reason = rows.isEmpty() ? null : faultOf(rows);
        }
        call.refused();
    }

    /** How many rows from the start can be written together; the next one cannot. */
    private int lengthOfGoodBeginning(List<JobRow> rows) {
        int good = 0;
        int bad = rows.size();
        while (bad - good > 1) {
            int middle = (good + bad) >>> 1;
            if (faultOf(rows.subList(0, middle)) == null) {
                good = middle;
            } else {
                bad = middle;
            }
        }
        return good;
    }

    /** Writes and takes it back; null if it could have been committed. */
    private @Nullable SQLException faultOf(List<JobRow> rows) {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            try {
                JobStatements.write(rows).run(connection);
                return null;
            } catch (SQLException e) {
                SqlFault kind = SqlFault.of(e);
                if (kind == SqlFault.ROW || kind == SqlFault.ROW_LOCKED || kind == SqlFault.CONDITION) {
                    return e;
                }
                throw unavailable(e);
            } finally {
                connection.rollback();
            }
        } catch (SQLException e) {
            throw unavailable(e);
        }
    }

    private static RowOutcome outcomeOf(SQLException reason) {
        return SqlFault.names(reason, "jobs_owner_key")
                ? RowOutcome.KEY_TAKEN
                : RowOutcome.rejected(SqlFault.messageOf(reason));
    }

    private static List<JobRow> rowsOf(List<JobCall> calls) {
        return calls.stream().flatMap(call -> call.openRows().stream()).toList();
    }

    private static StoreUnavailableException unavailable(SQLException cause) {
        return new StoreUnavailableException("jobs not written: " + SqlFault.messageOf(cause), cause);
    }
}
