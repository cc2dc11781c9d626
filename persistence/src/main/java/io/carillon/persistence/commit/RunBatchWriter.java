package io.carillon.persistence.commit;

import io.carillon.domain.store.RowOutcome;
import io.carillon.domain.store.RunWrite;
import io.carillon.domain.store.StoreUnavailableException;
import io.carillon.persistence.jdbc.BinaryArray;
import io.carillon.persistence.jdbc.SqlFault;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import javax.sql.DataSource;

/**
 * Moves runs, each on its own: one conditional statement for all, whose losers are read to find out why. A row that the
 * database refuses for its own sake is found by halving, and the others go through.
 *
 * <p>Starts of owners with a {@code max_running} follow in a transaction of their own: only they wait for one another.
 */
final class RunBatchWriter implements BatchWriter<RunWrite> {

    /** Tries of a transaction that was undone for the sake of another; and of starts whose limit comes or goes meanwhile. */
    private static final int TRIES_MAX = 3;

    /** What a transaction moves, and under which condition. */
    private enum Way {
        MOVE,
        START_UNDER_LIMIT
    }

    private final DataSource dataSource;
    private final StartLimits limits;

    RunBatchWriter(DataSource dataSource) {
        this.dataSource = dataSource;
        this.limits = new StartLimits(dataSource);
    }

    @Override
    public void write(List<Submission<RunWrite>> batch) {
        List<RunRow> rows = new ArrayList<>();
        List<RunRow> underLimit = new ArrayList<>(0);
        List<List<RowOutcome>> answers = new ArrayList<>();
        for (Submission<RunWrite> submission : batch) {
            List<RowOutcome> answer = new ArrayList<>(Collections.nCopies(submission.rows(), RowOutcome.NOT_TRIED));
            answers.add(answer);
            for (int i = 0; i < submission.rows(); i++) {
                RunRow row = new RunRow(submission.writes().get(i), answer, i);
                (limits.concern(row) ? underLimit : rows).add(row);
            }
        }
        List<RunRow> held = move(rows, Way.MOVE);
        if (!underLimit.isEmpty() || !held.isEmpty()) {
            Set<List<RowOutcome>> open = Collections.newSetFromMap(new IdentityHashMap<>());
            underLimit.forEach(row -> open.add(row.answers()));
            held.forEach(row -> open.add(row.answers()));
            answer(batch, answers, open);
            start(underLimit, held);
        }
        answer(batch, answers, Set.of());
    }

    /** @param open those that are not answered yet */
    private static void answer(
            List<Submission<RunWrite>> batch, List<List<RowOutcome>> answers, Set<List<RowOutcome>> open) {
        for (int i = 0; i < batch.size(); i++) {
            if (!open.contains(answers.get(i))) {
                batch.get(i).answer().complete(answers.get(i));
            }
        }
    }

    /**
     * Starts as many as the limits of their owners allow.
     *
     * @param held starts of a batch with one whose owner was not known to have a limit
     */
    private void start(List<RunRow> underLimit, List<RunRow> held) {
        try {
            List<RunRow> under = new ArrayList<>(underLimit);
            List<RunRow> free = new ArrayList<>();
            limits.divide(held, false, free, under);
            for (int attempt = 1; !under.isEmpty() || !free.isEmpty(); attempt++) {
                if (attempt > TRIES_MAX) {
                    throw new StoreUnavailableException(
                            "runs not started", new IllegalStateException("limits change while they are looked at"));
                }
                List<RunRow> heldFree = move(free, Way.MOVE);
                StartLimits.number(under);
                List<RunRow> heldUnder = move(under, Way.START_UNDER_LIMIT);
                free = new ArrayList<>();
                under = new ArrayList<>();
                limits.divide(heldFree, false, free, under);
                limits.divide(heldUnder, true, free, under);
            }
        } catch (SQLException e) {
            throw new StoreUnavailableException("runs not started: " + SqlFault.messageOf(e), e);
        }
    }

    /** Answers all but those that it returns: starts that nothing but a limit of their owner can have stood in the way of. */
    private List<RunRow> move(List<RunRow> rows, Way way) {
        if (rows.isEmpty()) {
            return rows;
        }
        List<RunRow> held = new ArrayList<>(0);
        rows.sort(RunRow.BY_RUN);
        for (List<RunRow> distinct : withoutRepeats(rows)) {
            move(distinct, way, held);
        }
        return held;
    }

    private void move(List<RunRow> rows, Way way, List<RunRow> held) {
        for (int attempt = 1; ; attempt++) {
            SQLException error;
            try {
                Set<UUID> moved;
                try (Connection connection = dataSource.getConnection()) {
                    moved = switch (way) {
                        case MOVE ->
                            RunStatements.move(rows.stream().map(RunRow::write).toList())
                                    .returned(connection, RunStatements.MOVED);
                        case START_UNDER_LIMIT ->
                            PermitStatements.start(rows).returned(connection, PermitStatements.MOVED);
                    };
                }
                answer(rows, moved, held);
                return;
            } catch (SQLException e) {
                error = e;
            }
            SqlFault fault = SqlFault.of(error);
            if (fault == SqlFault.ROW_LOCKED) {
                passBy(rows, way, held, error);
                return;
            }
            if (fault == SqlFault.ROW) {
                halve(rows, way, held, error);
                return;
            }
            if (fault != SqlFault.RETRY || attempt == TRIES_MAX) {
                throw new StoreUnavailableException("runs not written: " + SqlFault.messageOf(error), error);
            }
        }
    }

    private void answer(List<RunRow> rows, Set<UUID> moved, List<RunRow> held) throws SQLException {
        List<RunRow> losers = new ArrayList<>();
        for (RunRow row : rows) {
            if (moved.contains(row.id())) {
                row.answer(RowOutcome.APPLIED);
            } else {
                losers.add(row);
            }
        }
        if (!losers.isEmpty()) {
            explain(losers, held);
        }
    }

    /**
     * Rows that an open transaction of somebody else holds stay behind; with nothing to see any more, all are tried apart.
     * Starts under a limit may also have waited for the owner's row, which is nobody's fault: they are over the limit for now.
     */
    private void passBy(List<RunRow> rows, Way way, List<RunRow> held, SQLException error) {
        Set<UUID> locked = rows.size() == 1 && way == Way.MOVE ? Set.of() : lockedAmong(rows);
        List<RunRow> free =
                rows.stream().filter(row -> !locked.contains(row.id())).toList();
        rows.stream().filter(row -> locked.contains(row.id())).forEach(row -> row.answer(LockedRows.REFUSAL));
        if (!locked.isEmpty()) {
            if (!free.isEmpty()) {
                move(free, way, held);
            }
        } else if (way == Way.START_UNDER_LIMIT) {
            try {
                explain(rows, held);
            } catch (SQLException e) {
                throw new StoreUnavailableException("runs not started: " + SqlFault.messageOf(e), e);
            }
        } else {
            halve(rows, way, held, error);
        }
    }

    private Set<UUID> lockedAmong(List<RunRow> rows) {
        try (Connection connection = dataSource.getConnection()) {
            return LockedRows.RUNS.among(rows.stream().map(RunRow::id).toList(), connection);
        } catch (SQLException e) {
            throw new StoreUnavailableException("runs not written: " + SqlFault.messageOf(e), e);
        }
    }

    private void halve(List<RunRow> rows, Way way, List<RunRow> held, SQLException error) {
        if (rows.size() == 1) {
            rows.get(0).answer(RowOutcome.rejected(SqlFault.messageOf(error)));
            return;
        }
        int middle = rows.size() / 2;
        move(rows.subList(0, middle), way, held);
        move(rows.subList(middle, rows.size()), way, held);
    }

    /** The transaction has ended, so these rows say what is so now; a loser never becomes a winner later. */
    private void explain(List<RunRow> losers, List<RunRow> held) throws SQLException {
        List<Integer> positions = IntStream.range(0, losers.size()).boxed().toList();
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(RunStatements.READ)) {
            statement.setObject(1, BinaryArray.int4s(positions, Integer::intValue));
            statement.setObject(2, BinaryArray.uuids(losers, RunRow::id));
            statement.setObject(
                    3, BinaryArray.int2s(losers, row -> row.write().run().shard()));
            try (ResultSet found = statement.executeQuery()) {
                while (found.next()) {
                    RunRow row = losers.get(found.getInt(1));
                    RowOutcome outcome = row.judge(
                            found.getLong(2), found.getLong(3), found.getLong(4), found.getObject(5, UUID.class));
                    if (outcome == null) {
                        held.add(row);
                    } else {
                        row.answer(outcome);
                    }
                }
            }
        }
    }

    /** Rows in order, cut where a run comes again: a statement moves a row once. */
    private static List<List<RunRow>> withoutRepeats(List<RunRow> rows) {
        List<List<RunRow>> rounds = new ArrayList<>();
        RunRow previous = null;
        int round = 0;
        for (RunRow row : rows) {
            round = previous != null && previous.id().equals(row.id()) ? round + 1 : 0;
            if (round == rounds.size()) {
                rounds.add(new ArrayList<>());
            }
            rounds.get(round).add(row);
            previous = row;
        }
        return rounds;
    }
}
