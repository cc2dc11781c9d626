package io.carillon.app.schema;

import io.carillon.app.settings.SettingsException;
import io.carillon.app.start.StartFailure;
import io.carillon.app.start.Usage;
import io.carillon.domain.time.ReferenceClock;
import io.carillon.member.wiring.StartException;
import io.carillon.persistence.DurableStore;
import io.carillon.persistence.schema.SchemaUpkeep;
import java.io.PrintStream;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * {@code migrate [--app-role=]} and a member's settings: brings the schema to this build, makes the coming days' partitions, drops
 * those beyond the retention, and gives the members' role its rights.
 *
 * <p>Exit codes: 0 done, and a line says what; 1 it failed, and a line says why; 2 bad settings.
 */
public final class MigrateCommand {

    public static final String NAME = "migrate";

    private static final String APP_ROLE = "--app-role=";

    private static final int DONE = 0;
    private static final int FAILED = 1;

    private MigrateCommand() {}

    /**
     * @param configuration with a {@link DurableStore} and, as a duration, how long history is kept
     * @return the exit code
     */
    public static int run(Class<?> configuration, List<String> args, PrintStream out, PrintStream err) {
        if (Usage.askedFor(args)) {
            out.println(Usage.MIGRATE);
            return DONE;
        }
        String role = null;
        List<String> settings = new ArrayList<>();
        for (String arg : args) {
            if (arg.startsWith(APP_ROLE) && arg.length() > APP_ROLE.length()) {
                role = arg.substring(APP_ROLE.length());
            } else if (arg.startsWith("--") && arg.contains(".") && arg.contains("=")) {
                settings.add(arg);
            } else {
                return failed(
                        err,
                        new SettingsException(arg + " is not known; migrate takes " + APP_ROLE + "NAME and settings"));
            }
        }
        settings.add("--logging.level.root=warn");
        settings.add("--logging.level.io.carillon=warn");
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(configuration)
                .web(WebApplicationType.NONE)
                .bannerMode(Banner.Mode.OFF)
                .logStartupInfo(false)
                .registerShutdownHook(false)
                .run(settings.toArray(String[]::new))) {
            SchemaUpkeep.Report report = upkeep(context, role);
            out.println("migrated schema=" + report.step() + " days_made=" + report.daysMade() + " days_dropped="
                    + report.daysDropped() + " days_refused=" + report.daysRefused());
            return DONE;
        } catch (RuntimeException failure) {
            return failed(err, failure);
        }
    }

    private static SchemaUpkeep.Report upkeep(ConfigurableApplicationContext context, @Nullable String role) {
        DurableStore store = context.getBean(DurableStore.class);
        ReferenceClock clock = store.referenceClock();
        try {
            return SchemaUpkeep.run(
                    store.maintenance(),
                    clock.read(),
                    Math.toIntExact(context.getBean(Duration.class).toDays()),
                    role);
        } catch (SQLException e) {
            throw new StartException("the schema cannot be brought up to date: " + e.getMessage(), e);
        }
    }

    private static int failed(PrintStream err, RuntimeException failure) {
        StartFailure told = StartFailure.of(failure);
        err.println("carillon: " + told.line());
        return Math.max(FAILED, told.exitCode());
    }
}
