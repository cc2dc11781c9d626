package io.carillon.persistence.outbox;

import io.carillon.domain.store.Duties;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.time.Instant;
import java.time.ZoneOffset;
import javax.sql.DataSource;

/** Duties as rows, each taken by one conditional statement. */
public final class PgDuties implements Duties {

    private static final String HOLD = """
            INSERT INTO duties (duty, holder, expires_at) VALUES (?, ?, ?)
            ON CONFLICT (duty) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
            WHERE duties.holder = excluded.holder OR duties.expires_at <= ?
            RETURNING duty""";

    private final Statements statements;

    public PgDuties(DataSource dataSource) {
        this.statements = new Statements(dataSource);
    }

    @Override
    public boolean hold(String duty, String holder, Instant now, Instant until) {
        return statements.on(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(HOLD)) {
                statement.setString(1, duty);
                statement.setString(2, holder);
                statement.setObject(3, until.atOffset(ZoneOffset.UTC));
                statement.setObject(4, now.atOffset(ZoneOffset.UTC));
                try (ResultSet row = statement.executeQuery()) {
                    return row.next();
                }
            }
        });
    }
}
