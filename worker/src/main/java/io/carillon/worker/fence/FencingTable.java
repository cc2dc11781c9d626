package io.carillon.worker.fence;

import io.carillon.worker.handler.RunContext;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.regex.Pattern;

/**
 * A table in the user's own PostgreSQL that remembers, for each resource, the highest fencing token that has written.
 *
 * <p>{@link #claim} is called inside the transaction that does the work, before the work. It lets the transaction go on only
 * if no later attempt has committed, and locks the resource's row until the transaction ends: of two attempts that write at
 * once, the second waits for the first, and an older one that waited for a newer one is refused. A rollback gives the token
 * back. The table must be there, see {@link #ddl}.
 *
 * <p>Tokens can be compared within one run only, so a resource belongs to one run: its id, which {@link
 * #claim(Connection, RunContext)} takes, or something made of it where several parts of a run are written apart.
 *
 * <p>Immutable and thread-safe. Works at the isolation level READ COMMITTED; at the higher ones PostgreSQL answers some
 * concurrent claims with a serialization failure (40001), which is safe, too.
 */
public final class FencingTable {
    public static final String NAME_DEFAULT = "carillon_fencing";

    /** Not quoted anywhere, so that what is written here is what the user sees in the database. */
    private static final Pattern NAME = Pattern.compile("[a-z_][a-z0-9_]{0,62}(\\.[a-z_][a-z0-9_]{0,62})?");

    private static final int RESOURCE_CHARS_MAX = 500;

    private final String name;
    private final String claim;
    private final String highest;

    /** The table {@value #NAME_DEFAULT}, found by the connection's search path. */
    public FencingTable() {
        this(NAME_DEFAULT);
    }

    /** @param name in lower case, with a schema or without: {@code app.carillon_fencing} */
    public FencingTable(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "the table's name must be like carillon_fencing or app.carillon_fencing, was " + name);
        }
        this.name = name;
        this.claim = "INSERT INTO " + name + " AS seen (resource, token) VALUES (?, ?) ON CONFLICT (resource)"
                + " DO UPDATE SET token = excluded.token, seen_at = excluded.seen_at WHERE seen.token <= excluded.token";
        this.highest = "SELECT token FROM " + name + " WHERE resource = ?";
    }

    /**
     * The statement that makes the table, to go into the user's own migrations. Rows can be deleted once no attempt of their
     * run can still be at work, some days after {@code seen_at}.
     */
    public String ddl() {
        return """
                CREATE TABLE IF NOT EXISTS %s (
                    resource text        NOT NULL PRIMARY KEY,
                    token    bigint      NOT NULL,
                    seen_at  timestamptz NOT NULL DEFAULT now()
                )""".formatted(name);
    }

    /** As {@link #claim(Connection, String, long)}, the run being the resource. */
    public void claim(Connection connection, RunContext run) throws SQLException {
        claim(connection, run.runId().toString(), run.fencingToken());
    }

    /**
     * Lets the connection's transaction go on if no larger token was committed for this resource. Waits while another
     * transaction that has claimed the resource is open, as long as the connection's {@code lock_timeout} allows.
     *
     * @param resource 1 to 500 characters
     * @throws StaleTokenException if a larger token was here before: nothing was changed; roll back
     * @throws IllegalStateException if the connection is in auto-commit mode, where nothing would be guarded
     */
    public void claim(Connection connection, String resource, long token) throws SQLException {
        if (resource.isEmpty() || resource.length() > RESOURCE_CHARS_MAX) {
            throw new IllegalArgumentException("resource must have 1 to " + RESOURCE_CHARS_MAX + " characters");
        }
        if (token < 1) {
            throw new IllegalArgumentException("a fencing token is positive, was " + token);
        }
        if (connection.getAutoCommit()) {
            throw new IllegalStateException(
                    "claim a token inside the transaction that does the work, not in auto-commit");
        }
        try (PreparedStatement statement = connection.prepareStatement(claim)) {
            statement.setString(1, resource);
            statement.setLong(2, token);
            if (statement.executeUpdate() == 0) {
                throw new StaleTokenException(resource, token, highestToken(connection, resource));
            }
        }
    }

    /** The refused statement has locked the row, so it is still there. */
    private long highestToken(Connection connection, String resource) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(highest)) {
            statement.setString(1, resource);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? row.getLong(1) : 0;
            }
        }
    }
}
