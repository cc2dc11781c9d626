package io.carillon.benchmarks.peers;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;

/** Where the measurement's PostgreSQL listens. */
record DatabaseAddress(String jdbcUrl, String username, String password) {

    /** Creation is not measured, and is faster with batched inserts rewritten as statements of many rows. */
    String jdbcUrlForBatches() {
        return jdbcUrl + (jdbcUrl.contains("?") ? "&" : "?") + "reWriteBatchedInserts=true";
    }

    /** A pool that never waits for a connection, opens none while it is measured, and commits each statement. */
    HikariDataSource pool(int connections) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(jdbcUrlForBatches());
        config.setUsername(username);
        config.setPassword(password);
        config.setMaximumPoolSize(connections);
        config.setMinimumIdle(connections);
        return new HikariDataSource(config);
    }
}
