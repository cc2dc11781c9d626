package io.carillon.persistence.schema;

import java.util.Arrays;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationState;

/** Brings a database to the schema of this build. */
public final class Schema {

    private Schema() {}

    /**
     * Applies what is missing. Members that start together wait for one another; blocks until done.
     *
     * @return the number of the newest step
     * @throws FlywayException if the database cannot be reached, or holds a schema that this build does not know
     */
    public static String migrate(DataSource dataSource) {
        Flyway flyway = Flyway.configure()
                .dataSource(dataSource)
                .locations("classpath:db/migration")
                .load();
        flyway.migrate();
        MigrationInfo[] future = Arrays.stream(flyway.info().applied())
                .filter(step -> step.getState() == MigrationState.FUTURE_SUCCESS)
                .toArray(MigrationInfo[]::new);
        if (future.length > 0) {
            throw new FlywayException("the schema is newer than this build, which does not know its step "
                    + future[0].getVersion() + ": run the build that made it, or a later one");
        }
        return String.valueOf(flyway.info().current().getVersion());
    }
}
