package io.carillon.persistence.read;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.job.Payload;
import io.carillon.domain.run.AttemptError;
import io.carillon.domain.store.DeadLetter;
import io.carillon.domain.store.DeadLetters;
import io.carillon.domain.store.Page;
import io.carillon.domain.store.RunFilter;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Dead letters, on the caller's thread. Each of the filter's conditions has an index over dead runs alone. */
public final class PgDeadLetters implements DeadLetters {

    /** Payloads and stacks of one page, about: what an answer holds must fit into memory and into a message. */
    static final int PAGE_BYTES_MAX = 2 << 20;

    private static final int FETCH_ROWS = 50;

    private final Reader reader;

    public PgDeadLetters(Reader reader) {
        this.reader = reader;
    }

    @Override
    public Page<DeadLetter> page(Principal principal, RunFilter filter, int limit, @Nullable String cursor) {
        Pages.check(limit);
        Conditions conditions = matching(principal, filter);
        if (cursor != null) {
            conditions.and(
                    "run_id < ?", Cursor.decode(Cursor.DEAD_LETTERS, cursor).id());
        }
        String dead = "SELECT * FROM runs" + conditions.where() + " ORDER BY run_id DESC LIMIT " + (limit + 1);
        String sql = "SELECT " + RunColumns.of("r")
                + ", e.error_type, e.error_message, e.error_stack, v.payload, p.payload FROM (" + dead + ") r"
                + RunQueries.LAST_ERROR
                + " JOIN job_revisions v ON v.job_id = r.job_id AND v.revision = r.revision"
                + " LEFT JOIN run_payloads p ON r.trigger <> 0 AND p.run_id = r.run_id ORDER BY r.run_id DESC";
        return reader.now(connection -> read(connection, sql, conditions, limit));
    }

    static Conditions matching(Principal principal, RunFilter filter) {
        JobId job = filter.jobId();
        Conditions conditions = new Conditions()
                .and("died_at IS NOT NULL")
                .andIfPresent("job_id = ?", job == null ? null : job.value())
                .andIfPresent("owner_id = ?", principal.ownerScope())
                .andIfPresent("owner_id = ?", filter.ownerId())
                .andIfPresent("pool = ?", filter.pool());
        RunQueries.times(conditions, filter.from(), filter.to());
        return conditions;
    }

    private static Page<DeadLetter> read(Connection connection, String sql, Conditions conditions, int limit)
            throws SQLException {
        List<DeadLetter> letters = new ArrayList<>();
        boolean more = false;
        long bytes = 0;
        connection.setAutoCommit(false);
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setFetchSize(FETCH_ROWS);
            conditions.bind(statement);
            try (ResultSet row = statement.executeQuery()) {
                while (!more && row.next()) {
                    if (letters.size() == limit || bytes > PAGE_BYTES_MAX) {
                        more = true;
                    } else {
                        DeadLetter letter = letter(row);
                        bytes += weight(letter);
                        letters.add(letter);
                    }
                }
            }
        }
        connection.commit();
        return new Page<>(
                letters,
                more
                        ? new Cursor(
                                        Cursor.DEAD_LETTERS,
                                        0,
                                        letters.get(letters.size() - 1)
                                                .run()
                                                .id()
                                                .value())
                                .encode()
                        : null);
    }

    private static DeadLetter letter(ResultSet row) throws SQLException {
        int next = RunColumns.COUNT + 1;
        @Nullable Payload own = Columns.payloadOrNull(row, next + 4);
        return new DeadLetter(
                RunColumns.read(row, 1),
                own != null ? own : Columns.payloadOrNull(row, next + 3),
                RunQueries.error(row, next));
    }

    private static long weight(DeadLetter letter) {
        Payload payload = letter.payload();
        AttemptError error = letter.lastError();
        long bytes = payload == null ? 0 : payload.size();
        if (error != null) {
            String stack = error.stack();
            bytes += error.message().length() + (stack == null ? 0 : stack.length());
        }
        return bytes;
    }
}
