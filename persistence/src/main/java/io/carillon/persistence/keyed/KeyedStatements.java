package io.carillon.persistence.keyed;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.carillon.domain.store.KeyedCall;
import io.carillon.domain.store.KeyedCall.Answered;
import io.carillon.domain.store.KeyedCall.Claimed;
import io.carillon.domain.store.KeyedCall.KeptAnswer;
import io.carillon.domain.store.KeyedCall.OtherRequest;
import io.carillon.domain.store.KeyedCall.Standing;
import io.carillon.domain.store.KeyedCall.UnderWay;
import io.carillon.domain.store.KeyedCalls;
import io.carillon.persistence.jdbc.EpochLock;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The statements on keys. A key is kept under the day it was first claimed on, and found for as long as that day is not older
 * than yesterday.
 */
final class KeyedStatements {

    static final String CLAIM = """
            INSERT INTO idempotency_keys (made_on, scope, key, request_hash, write_id, status, created_at, taken_at)
            SELECT ?, ?, ?, ?, ?, 0, ?, ?
            WHERE NOT EXISTS (SELECT FROM idempotency_keys WHERE made_on IN (?, ?, ?) AND scope = ? AND key = ?)
            ON CONFLICT DO NOTHING""";

    static final String FIND = """
            SELECT made_on, write_id, request_hash, status, coalesce(taken_at, created_at), response_code, location, response
            FROM idempotency_keys WHERE made_on IN (?, ?, ?) AND scope = ? AND key = ? ORDER BY made_on LIMIT 1""";

    static final String TAKE_OVER = """
            UPDATE idempotency_keys SET write_id = ?, taken_at = ?, status = 0
            WHERE made_on = ? AND scope = ? AND key = ? AND write_id = ? AND status <> 1""";

    static final String ANSWERED = """
            UPDATE idempotency_keys SET status = 1, response_code = ?, location = ?, response = ?
            WHERE made_on = ? AND scope = ? AND key = ? AND write_id = ? AND status <> 1""";

    /** Where the answer will stand. */
    static final String NOTED = """
            UPDATE idempotency_keys SET response = ?
            WHERE made_on = ? AND scope = ? AND key = ? AND write_id = ? AND status = 0""";

    static final String UNDONE = """
            DELETE FROM idempotency_keys WHERE made_on = ? AND scope = ? AND key = ? AND write_id = ? AND status = 0""";

    static final String IN_DOUBT = """
            UPDATE idempotency_keys SET status = 2
            WHERE made_on = ? AND scope = ? AND key = ? AND write_id = ? AND status = 0""";

    private static final int ANSWERED_STATUS = 1;
    private static final int IN_DOUBT_STATUS = 2;

    /** Far above the difference between two members' clocks. */
    private static final Duration AROUND_MIDNIGHT = Duration.ofSeconds(5);

    private static final String MIDNIGHT_LOCK =
            "SELECT pg_advisory_xact_lock(" + EpochLock.CLASS + ", " + (EpochLock.GROUPS + 1_000) + ")";

    private KeyedStatements() {}

    /**
     * Around midnight two members may take one key for keys of two days, which no index tells apart; so claims are made one
     * batch after the other then. To be called in the transaction of the claims.
     */
    static void lockAroundMidnight(Connection connection, Instant now) throws SQLException {
        LocalDate before = dayOf(now.minus(AROUND_MIDNIGHT));
        if (!before.equals(dayOf(now.plus(AROUND_MIDNIGHT)))) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(MIDNIGHT_LOCK);
            }
        }
    }

    /** @return which of the claims were made, in order */
    static boolean[] claim(Connection connection, List<Claimed> claims, Instant now) throws SQLException {
        OffsetDateTime at = now.atOffset(ZoneOffset.UTC);
        try (PreparedStatement statement = connection.prepareStatement(CLAIM)) {
            for (Claimed claim : claims) {
                int n = key(statement, 1, claim);
                statement.setBytes(n++, HexFormat.of().parseHex(claim.call().requestHash()));
                statement.setObject(n++, claim.claimId());
                statement.setObject(n++, at);
                statement.setObject(n++, at);
                find(statement, n, claim.call(), now);
                statement.addBatch();
            }
            int[] counts = statement.executeBatch();
            boolean[] made = new boolean[counts.length];
            for (int i = 0; i < counts.length; i++) {
                made[i] = counts[i] == 1;
            }
            return made;
        }
    }

    /** How the call stands that could not be claimed; null: it is free again. */
    static @Nullable Standing standing(Connection connection, Claimed wanted, Instant now) throws SQLException {
        KeyedCall call = wanted.call();
        try (PreparedStatement statement = connection.prepareStatement(FIND)) {
            find(statement, 1, call, now);
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                    return null;
                }
                int status = row.getInt(4);
                Instant takenAt = row.getObject(5, OffsetDateTime.class).toInstant();
                if (!HexFormat.of().formatHex(row.getBytes(3)).equals(call.requestHash())) {
                    return new OtherRequest();
                }
                if (status == ANSWERED_STATUS) {
                    return new Answered(
                            new KeptAnswer(row.getInt(6), textOrNull(row, 7), new String(row.getBytes(8), UTF_8)));
                }
                if (status != IN_DOUBT_STATUS && takenAt.isAfter(now.minus(KeyedCalls.CLAIM_TIME))) {
                    return new UnderWay(takenAt);
                }
                byte[] note = bytesOrNull(row, 8);
                Claimed taken = new Claimed(
                        call,
                        row.getObject(1, LocalDate.class),
                        wanted.claimId(),
                        true,
                        note == null ? null : new String(note, UTF_8));
                return takeOver(connection, taken, row.getObject(2, UUID.class), now) ? taken : new UnderWay(now);
            }
        }
    }

    private static boolean takeOver(Connection connection, Claimed claim, UUID before, Instant now)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(TAKE_OVER)) {
            statement.setObject(1, claim.claimId());
            statement.setObject(2, now.atOffset(ZoneOffset.UTC));
            statement.setObject(key(statement, 3, claim), before);
            return statement.executeUpdate() == 1;
        }
    }

    static boolean noted(Connection connection, Claimed claim, String note) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(NOTED)) {
            statement.setBytes(1, note.getBytes(UTF_8));
            statement.setObject(key(statement, 2, claim), claim.claimId());
            return statement.executeUpdate() == 1;
        }
    }

    static void answered(PreparedStatement statement, Claimed claim, KeptAnswer answer) throws SQLException {
        statement.setInt(1, answer.status());
        statement.setString(2, answer.location());
        statement.setBytes(3, answer.body().getBytes(UTF_8));
        statement.setObject(key(statement, 4, claim), claim.claimId());
        statement.addBatch();
    }

    static void dropped(PreparedStatement statement, Claimed claim) throws SQLException {
        statement.setObject(key(statement, 1, claim), claim.claimId());
        statement.addBatch();
    }

    static LocalDate dayOf(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC).toLocalDate();
    }

    private static int key(PreparedStatement statement, int from, Claimed claim) throws SQLException {
        statement.setObject(from, claim.madeOn());
        statement.setString(from + 1, claim.call().scope());
        statement.setString(from + 2, claim.call().key());
        return from + 3;
    }

    /** Tomorrow as well: another member's clock may be there already. */
    private static void find(PreparedStatement statement, int from, KeyedCall call, Instant now) throws SQLException {
        LocalDate today = dayOf(now);
        statement.setObject(from, today.minusDays(1));
        statement.setObject(from + 1, today);
        statement.setObject(from + 2, today.plusDays(1));
        statement.setString(from + 3, call.scope());
        statement.setString(from + 4, call.key());
    }

    private static byte @Nullable [] bytesOrNull(ResultSet row, int column) throws SQLException {
        return row.getBytes(column);
    }

    /** The driver does not say that it returns null. */
    private static @Nullable String textOrNull(ResultSet row, int column) throws SQLException {
        return row.getString(column);
    }
}
