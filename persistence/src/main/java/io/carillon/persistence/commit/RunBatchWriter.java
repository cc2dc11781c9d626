package io.carillon.persistence.commit;

import io.carillon.domain.id.Uuids;
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
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Moves runs, each on its own: one conditional statement for all, whose losers are read to find out why. A row that the
 * database refuses for its own sake is found by halving, and the others go through.
 */
final class RunBatchWriter implements BatchWriter<RunWrite> {

    /** Tries of a transaction that was undone for the sake of another. */
    private static final int TRIES_MAX = 3;

    private final DataSource dataSource;

    RunBatchWriter(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    @Override
    public void write(List<Submission<RunWrite>> batch) {
        List<Row> rows = new ArrayList<>();
        List<List<RowOutcome>> answers = new ArrayList<>();
        for (Submission<RunWrite> submission : batch) {
            List<RowOutcome> answer = new ArrayList<>(Collections.nCopies(submission.rows(), RowOutcome.NOT_TRIED));
            answers.add(answer);
            for (int i = 0; i < submission.rows(); i++) {
                rows.add(new Row(submission.writes().get(i), answer, i));
            }
        }
        rows.sort(Row.BY_RUN);
        for (List<Row> distinct : withoutRepeats(rows)) {
            move(distinct);
        }
        for (int i = 0; i < batch.size(); i++) {
            batch.get(i).answer().complete(answers.get(i));
        }
    }

    private void move(List<Row> rows) {
        for (int attempt = 1; ; attempt++) {
            try {
                Set<UUID> moved;
                try (Connection connection = dataSource.getConnection()) {
                    moved = RunStatements.move(rows.stream().map(Row::write).toList())
                            .returned(connection, RunStatements.MOVED);
                }
                answer(rows, moved);
                return;
            } catch (SQLException e) {
                SqlFault fault = SqlFault.of(e);
                if (fault == SqlFault.ROW || (fault == SqlFault.ROW_LOCKED && rows.size() == 1)) {
                    halve(rows, e);
                    return;
                }
                if (fault == SqlFault.ROW_LOCKED) {
                    passBy(rows, e);
                    return;
                }
                if (fault != SqlFault.RETRY || attempt == TRIES_MAX) {
                    throw new StoreUnavailableException("runs not written: " + SqlFault.messageOf(e), e);
                }
            }
        }
    }

    private void answer(List<Row> rows, Set<UUID> moved) throws SQLException {
        List<Row> losers = new ArrayList<>();
        for (Row row : rows) {
            if (moved.contains(row.id())) {
                row.answer(RowOutcome.APPLIED);
            } else {
                losers.add(row);
            }
        }
        if (!losers.isEmpty()) {
            explain(losers);
        }
    }

    /** Rows that an open transaction of somebody else holds stay behind; with nothing to see any more, all are tried apart. */
    private void passBy(List<Row> rows, SQLException error) {
        Set<UUID> held = heldAmong(rows);
        List<Row> free = rows.stream().filter(row -> !held.contains(row.id())).toList();
        rows.stream().filter(row -> held.contains(row.id())).forEach(row -> row.answer(LockedRows.REFUSAL));
        if (held.isEmpty()) {
            halve(rows, error);
        } else if (!free.isEmpty()) {
            move(free);
        }
    }

    private Set<UUID> heldAmong(List<Row> rows) {
        try (Connection connection = dataSource.getConnection()) {
            return LockedRows.RUNS.among(rows.stream().map(Row::id).toList(), connection);
        } catch (SQLException e) {
            throw new StoreUnavailableException("runs not written: " + SqlFault.messageOf(e), e);
        }
    }

    private void halve(List<Row> rows, SQLException error) {
        if (rows.size() == 1) {
            rows.get(0).answer(RowOutcome.rejected(SqlFault.messageOf(error)));
            return;
        }
        int middle = rows.size() / 2;
        move(rows.subList(0, middle));
        move(rows.subList(middle, rows.size()));
    }

    /** The transaction has ended, so these rows say what is so now; a loser never becomes a winner later. */
    private void explain(List<Row> losers) throws SQLException {
        List<Integer> positions = IntStream.range(0, losers.size()).boxed().toList();
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(RunStatements.READ)) {
            statement.setObject(1, BinaryArray.int4s(positions, Integer::intValue));
            statement.setObject(2, BinaryArray.uuids(losers, Row::id));
            statement.setObject(
                    3, BinaryArray.int2s(losers, row -> row.write().run().shard()));
            try (ResultSet found = statement.executeQuery()) {
                while (found.next()) {
                    Row row = losers.get(found.getInt(1));
                    row.answer(row.judge(found.getLong(2), found.getLong(3), found.getObject(4, UUID.class)));
                }
            }
        }
    }

    /** Rows in order, cut where a run comes again: a statement moves a row once. */
    private static List<List<Row>> withoutRepeats(List<Row> rows) {
        List<List<Row>> rounds = new ArrayList<>();
        Row previous = null;
        int round = 0;
        for (Row row : rows) {
            round = previous != null && previous.id().equals(row.id()) ? round + 1 : 0;
            if (round == rounds.size()) {
                rounds.add(new ArrayList<>());
            }
            rounds.get(round).add(row);
            previous = row;
        }
        return rounds;
    }

    /** A write, and where its outcome goes. */
    private record Row(RunWrite write, List<RowOutcome> answers, int position) {

        static final Comparator<Row> BY_RUN = (a, b) -> Uuids.compareUnsigned(a.id(), b.id());

        UUID id() {
            return write.run().id().value();
        }

        void answer(RowOutcome outcome) {
            answers.set(position, outcome);
        }

        RowOutcome judge(long epoch, long version, @Nullable UUID writeId) {
            if (write.run().writeId().equals(writeId) && write.run().version() == version) {
                return RowOutcome.ALREADY_APPLIED;
            }
            return epoch != write.epoch() ? RowOutcome.EPOCH_LOST : RowOutcome.VERSION_LOST;
        }
    }
}
