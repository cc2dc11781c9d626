package io.carillon.persistence.schema;

import javax.sql.DataSource;
import org.flywaydb.core.Flyway;

/** Brings a database to the schema of this build. */
public final class Schema {

    private Schema() {}

    /**
     * Applies what is missing. Members that start together wait for one another; blocks until done.
     *
     * @throws org.flywaydb.core.api.FlywayException if the database cannot be reached, or holds a schema that this build
     *     does not know
     */
    public static void migrate(DataSource dataSource) {
        Flyway.configure()
                .dataSource(dataSource)
                .locations("classpath:db/migration")
                .load()
                .migrate();
    }
}
