package io.carillon.persistence.jdbc;

import java.sql.SQLException;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** What an error of the database means for the write that met it. */
public enum SqlFault {
    /** A row is refused for its own sake; the transaction is undone. */
    ROW,
    /** A conditional statement met fewer rows than it must; the transaction is undone. */
    CONDITION,
    /** Another open transaction holds a row for longer than may be waited; the transaction is undone. */
    ROW_LOCKED,
    /** Undone for the sake of another transaction: the same may be tried at once. */
    RETRY,
    /** The database did not answer, or cannot at present; whether it acted is unknown. */
    UNAVAILABLE;

    /** Raised by the function require_rows of the schema. */
    private static final String REQUIRE_ROWS = "RC001";

    public static SqlFault of(SQLException error) {
        String state = error.getSQLState();
        if (state == null || state.length() < 2) {
            return UNAVAILABLE;
        }
        if (state.equals(REQUIRE_ROWS)) {
            return CONDITION;
        }
        if (state.equals("40001") || state.equals("40P01")) {
            return RETRY;
        }
        if (state.equals("55P03") && error instanceof PSQLException answered) {
            return waitedForRow(answered) ? ROW_LOCKED : UNAVAILABLE;
        }
        return switch (state.substring(0, 2)) {
            // Data exception, integrity constraint, check option, a row beyond a limit of the server.
            case "22", "23", "44", "54" -> ROW;
            default -> UNAVAILABLE;
        };
    }

    /** Waiting for a whole table or an epoch's lock has no context; for a row it names the tuple. */
    private static boolean waitedForRow(PSQLException error) {
        ServerErrorMessage message = error.getServerErrorMessage();
        String where = message == null ? null : message.getWhere();
        return where != null && where.contains(" tuple (");
    }

    /** True if the error speaks of this constraint or unique index; names are not translated. */
    public static boolean names(SQLException error, String constraint) {
        return messageOf(error).contains('"' + constraint + '"');
    }

    /** There is no server, or none that takes anybody yet: it starts, or ends. */
    public static boolean isSilence(SQLException error) {
        String state = String.valueOf(error.getSQLState());
        return state.startsWith("08") || state.startsWith("57P");
    }

    /** The server's message without its hints and positions. */
    public static String messageOf(SQLException error) {
        String message = String.valueOf(error.getMessage());
        int end = message.indexOf('\n');
        return end < 0 ? message : message.substring(0, end);
    }
}
