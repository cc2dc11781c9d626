package io.carillon.persistence.read;

import io.carillon.domain.store.StoreUnavailableException;
import io.carillon.domain.time.ReferenceClock;
import io.carillon.persistence.jdbc.SqlFault;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import javax.sql.DataSource;

/** The database server's clock. One round trip on a connection that nobody else waits for. */
public final class PgReferenceClock implements ReferenceClock {

    private final DataSource dataSource;

    /** @param dataSource that of {@link io.carillon.persistence.jdbc.Pools#clock} */
    public PgReferenceClock(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    @Override
    public Instant read() {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement("SELECT clock_timestamp()");
                ResultSet row = statement.executeQuery()) {
            row.next();
            return Columns.instant(row, 1);
        } catch (SQLException e) {
            throw new StoreUnavailableException("the database's clock cannot be read: " + SqlFault.messageOf(e), e);
        }
    }
}
