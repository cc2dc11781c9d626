package io.carillon.app.recount;

import io.carillon.app.start.StartFailure;
import io.carillon.app.start.Usage;
import io.carillon.domain.schedule.ZoneBook;
import io.carillon.domain.schedule.Zones;
import io.carillon.domain.store.StoreUnavailableException;
import io.carillon.engine.schedule.ScheduleReader;
import io.carillon.engine.time.StoreTime;
import io.carillon.persistence.DurableStore;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * {@code audit --from= --to= [--owner=] [--job=]} and a member's settings: recounts a window from definitions alone, against
 * the configured database, without a grid and without writing anything.
 *
 * <p>Prints a line for each thing that does not fit and one with the sums. Exit codes: 0 all is accounted for, 1 something
 * does not fit, 2 the audit could not be made, and a line says why.
 */
public final class AuditCommand {

    public static final String NAME = "audit";

    private static final Duration READ_TIMEOUT = Duration.ofSeconds(30);

    private static final int CLEAN = 0;
    private static final int HOLES = 1;
    private static final int NOT_MADE = 2;

    private AuditCommand() {}

    /**
     * @param configuration with a {@link DurableStore} and, as a duration, how long history is kept
     * @return the exit code
     */
    public static int run(Class<?> configuration, List<String> args, PrintStream out, PrintStream err) {
        if (Usage.askedFor(args)) {
            out.println(Usage.AUDIT);
            return CLEAN;
        }
        try {
            AuditRequest request = AuditRequest.of(args);
            List<String> settings = new ArrayList<>(request.settings());
            // Only findings go to the output.
            settings.add("--logging.level.root=error");
            settings.add("--logging.level.io.carillon=error");
            try (ConfigurableApplicationContext context = new SpringApplicationBuilder(configuration)
                            .web(WebApplicationType.NONE)
                            .bannerMode(Banner.Mode.OFF)
                            .logStartupInfo(false)
                            .registerShutdownHook(false)
                            .run(settings.toArray(String[]::new));
                    StoreTime time =
                            StoreTime.start(context.getBean(DurableStore.class).referenceClock())) {
                DurableStore store = context.getBean(DurableStore.class);
                Audit audit = new Audit(
                        store.ledger(), new ScheduleReader(zonesOf(store)), time, context.getBean(Duration.class), out);
                return audit.run(request) ? CLEAN : HOLES;
            }
        } catch (RuntimeException failure) {
            err.println("carillon: the audit could not be made: "
                    + StartFailure.of(failure).line());
            return NOT_MADE;
        }
    }

    /** Each definition is counted by the rules of its time zone that it was planned by. */
    private static Zones zonesOf(DurableStore store) {
        try {
            Optional<ZoneBook> book = store.zoneStore().book().get(READ_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
            return book.isPresent() ? book.get() : Zones.OF_RUNTIME;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreUnavailableException("interrupted while the rules of time zones were read", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new StoreUnavailableException("the rules of time zones could not be read: " + e.getMessage(), e);
        }
    }
}
