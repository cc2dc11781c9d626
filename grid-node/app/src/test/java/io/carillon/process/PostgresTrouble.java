package io.carillon.process;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** What others do to the database that a member shares with them. Ends when it is closed. */
final class PostgresTrouble implements AutoCloseable {

    private static final List<String> WRITTEN = List.of("runs", "job_state");
    /** PostgreSQL keeps the last ones for superusers, as this one is. */
    private static final int CONNECTIONS_MAX = 200;

    private final Installation carillon;
    private final List<Connection> storm = new ArrayList<>();

    /**
     * Every statement that writes runs or the plans of jobs takes so much longer, and whoever wants one more connection gets
     * none.
     */
    PostgresTrouble(Installation carillon, int statementMillis) throws SQLException {
        this.carillon = carillon;
        carillon.execute("CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS" + " $$ BEGIN PERFORM pg_sleep("
                + statementMillis / 1_000.0 + "); RETURN NULL; END $$");
        for (String table : WRITTEN) {
            carillon.execute("CREATE TRIGGER dawdle BEFORE INSERT OR UPDATE ON " + table
                    + " FOR EACH STATEMENT EXECUTE FUNCTION dawdle()");
        }
        takeAllConnections();
    }

    int connections() {
        return storm.size();
    }

    @Override
    public void close() throws SQLException {
        for (Connection one : storm) {
            one.close();
        }
        for (String table : WRITTEN) {
            carillon.execute("DROP TRIGGER dawdle ON " + table);
        }
        carillon.execute("DROP FUNCTION dawdle()");
    }

    private void takeAllConnections() throws SQLException {
        while (storm.size() < CONNECTIONS_MAX) {
            try {
                storm.add(carillon.connect());
            } catch (SQLException e) {
                if (!"53300".equals(e.getSQLState())) {
                    throw e;
                }
                return;
            }
        }
    }
}
