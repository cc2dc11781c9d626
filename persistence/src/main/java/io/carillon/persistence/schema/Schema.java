package io.carillon.persistence.schema;

import java.util.Arrays;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationState;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.jspecify.annotations.Nullable;

/** Brings a database to the schema of this build. */
public final class Schema {

    /** Not where Flyway looks by itself: a program around us may have steps of its own. */
    private static final String STEPS = "classpath:io/carillon/persistence/migration";

    private Schema() {}

    /**
     * Applies what is missing. Members that start together wait for one another; blocks until done.
     *
     * @return the number of the newest step
     * @throws FlywayException if the database cannot be reached, or holds a schema that this build does not know
     */
    public static String migrate(DataSource dataSource) {
        return migrate(dataSource, null);
    }

    /** As {@link #migrate(DataSource)}, in a schema that is made if it is missing; null: where connections look. */
    public static String migrate(DataSource dataSource, @Nullable String schema) {
        Flyway flyway = of(dataSource, schema);
        flyway.migrate();
        return stepOf(flyway);
    }

    /**
     * The same without changing anything, for a role that may not: somebody else has to have migrated.
     *
     * @return the number of the newest step
     * @throws FlywayException if the database cannot be reached, or its schema is not the one of this build
     */
    public static String require(DataSource dataSource, @Nullable String schema) {
        Flyway flyway = of(dataSource, schema);
        MigrationInfo[] pending = flyway.info().pending();
        if (pending.length > 0) {
            throw new FlywayException("the schema lacks " + pending.length + " steps, from "
                    + pending[0].getVersion()
                    + " on, and this member may not change it (carillon.schema.migrate=false):"
                    + " run the command migrate of this build with the role that owns the schema");
        }
        return stepOf(flyway);
    }

    private static Flyway of(DataSource dataSource, @Nullable String schema) {
        FluentConfiguration steps = Flyway.configure().dataSource(dataSource).locations(STEPS);
        if (schema != null) {
            steps.schemas(schema).defaultSchema(schema).createSchemas(true);
        }
        return steps.load();
    }

    private static String stepOf(Flyway flyway) {
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
