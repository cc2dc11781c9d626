package io.carillon.persistence.read;

import io.carillon.domain.store.ClusterSize;
import io.carillon.domain.store.ClusterStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The size of the cluster: columns of the one row of {@code cluster_meta}, changed by its version. */
public final class PgClusterStore implements ClusterStore {

    private static final String SIZE = """
            SELECT expected_size, former_size, cp_members, version FROM cluster_meta
            WHERE expected_size IS NOT NULL""";
    private static final String AGREE = """
            UPDATE cluster_meta SET expected_size = ?, former_size = ?, cp_members = ?, version = version + 1
            WHERE expected_size IS NULL""";
    private static final String CHANGE = """
            UPDATE cluster_meta SET former_size = expected_size, expected_size = ?, cp_members = ?, version = version + 1
            WHERE version = ?""";

    private final Reader reader;

    public PgClusterStore(Reader reader) {
        this.reader = reader;
    }

    @Override
    public CompletableFuture<Optional<ClusterSize>> size() {
        return reader.submit(PgClusterStore::read);
    }

    @Override
    public CompletableFuture<ClusterSize> agree(int expected, int cpMembers) {
        return reader.submit(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(AGREE)) {
                statement.setInt(1, expected);
                statement.setInt(2, expected);
                statement.setInt(3, cpMembers);
                statement.executeUpdate();
            }
            return required(connection);
        });
    }

    @Override
    public CompletableFuture<ClusterSize> change(long version, int expected, int cpMembers) {
        return reader.submit(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(CHANGE)) {
                statement.setInt(1, expected);
                statement.setInt(2, cpMembers);
                statement.setLong(3, version);
                statement.executeUpdate();
            }
            return required(connection);
        });
    }

    private static ClusterSize required(Connection connection) throws SQLException {
        return read(connection).orElseThrow(() -> new SQLException("the cluster's size is missing", "02000"));
    }

    private static Optional<ClusterSize> read(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(SIZE);
                ResultSet row = statement.executeQuery()) {
            return row.next()
                    ? Optional.of(new ClusterSize(row.getInt(1), row.getInt(2), row.getInt(3), row.getLong(4)))
                    : Optional.empty();
        }
    }
}
