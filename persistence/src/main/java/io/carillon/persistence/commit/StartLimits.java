package io.carillon.persistence.commit;

import io.carillon.domain.store.RowOutcome;
import io.carillon.persistence.jdbc.BinaryArray;
import io.carillon.persistence.jdbc.SqlFault;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which owners' starts are written by {@link PermitStatements}, and what becomes of those that were not. What is known here
 * only saves a try: the database tells of an owner that was thought free, and of one that is free by now. Thread-safe.
 */
final class StartLimits {

    private static final Logger LOG = LoggerFactory.getLogger(StartLimits.class);

    /** Of an owner: null for no limit, null for not counted yet. */
    private record Limit(
            @Nullable Integer maxRunning, @Nullable Integer permits) {
        static final Limit NONE = new Limit(null, null);
    }

    private final DataSource dataSource;
    private final Set<String> limited = ConcurrentHashMap.newKeySet();

    StartLimits(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** Whether it is a start of an owner that had a limit when it was last looked at. */
    boolean concern(RunRow row) {
        return !limited.isEmpty() && row.write().starts() && limited.contains(row.ownerId());
    }

    /** Gives each its place among the starts of its owner. */
    static void number(List<RunRow> rows) {
        Map<String, Integer> last = new HashMap<>();
        rows.forEach(row -> row.place(last.merge(row.ownerId(), 1, Integer::sum)));
    }

    /**
     * Looks at the limits of starts that nothing else stood in the way of, and begins to count for owners that have one since
     * a moment ago.
     *
     * @param tried whether they were written as starts under a limit: then those that are over it are answered
     * @param free gets those of owners without a limit
     * @param under gets those to be written as starts under a limit
     */
    void divide(List<RunRow> held, boolean tried, List<RunRow> free, List<RunRow> under) throws SQLException {
        Map<String, Limit> limits =
                read(held.stream().map(RunRow::ownerId).distinct().toList());
        Map<String, Boolean> counted = new HashMap<>();
        for (RunRow row : held) {
            String owner = row.ownerId();
            Limit limit = limits.getOrDefault(owner, Limit.NONE);
            if (limit.maxRunning == null) {
                limited.remove(owner);
                free.add(row);
                continue;
            }
            limited.add(owner);
            boolean mayStart = limit.permits == null ? counted.computeIfAbsent(owner, this::count) : !tried;
            if (mayStart) {
                under.add(row);
            } else {
                row.answer(RowOutcome.overMaxRunning(limit.maxRunning));
            }
        }
    }

    /** False if it could not be done now: whoever wants to start will ask again. */
    private boolean count(String ownerId) {
        try (Connection connection = dataSource.getConnection()) {
            PermitStatements.count(ownerId).run(connection);
            return true;
        } catch (SQLException e) {
            LOG.warn("running runs not counted owner={} reason={}", ownerId, SqlFault.messageOf(e));
            return false;
        }
    }

    private Map<String, Limit> read(List<String> ownerIds) throws SQLException {
        Map<String, Limit> limits = new HashMap<>();
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(PermitStatements.LIMITS)) {
            statement.setObject(1, BinaryArray.texts(ownerIds, id -> id));
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    limits.put(
                            row.getString(1),
                            new Limit(row.getObject(2, Integer.class), row.getObject(3, Integer.class)));
                }
            }
        }
        return limits;
    }
}
