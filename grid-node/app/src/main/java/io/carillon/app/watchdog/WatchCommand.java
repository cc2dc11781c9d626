package io.carillon.app.watchdog;

import io.carillon.app.settings.SettingsException;
import io.carillon.app.start.StartFailure;
import io.carillon.app.start.Usage;
import io.carillon.domain.watch.WatchStore;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * {@code watch [--once]} and a member's settings: the looks of the watchdog from outside, also when no member is left.
 *
 * <p>Prints a line for each finding, and one with what was looked at. Exit codes: 0 nothing found, 1 something was, 2 it
 * could not look, and a line says why. Without {@code --once} it goes on until it is stopped, or cannot look.
 */
public final class WatchCommand {

    public static final String NAME = "watch";

    private static final String ONCE = "--once";

    /** Between two looks: time enough for whoever is at work to move what is overdue. */
    private static final Duration BETWEEN = Duration.ofSeconds(5);

    private static final int JOBS_MAX = 100_000;
    private static final int JOBS_PER_PAGE = 5_000;
    private static final int DEFINITIONS = 1_000;

    private static final int CLEAN = 0;
    private static final int FOUND = 1;
    private static final int NOT_LOOKED = 2;

    private WatchCommand() {}

    /**
     * @param configuration with a {@link WatchStore} and {@link WatchLimits}
     * @return the exit code
     */
    public static int run(Class<?> configuration, List<String> args, PrintStream out, PrintStream err) {
        if (Usage.askedFor(args)) {
            out.println(Usage.WATCH);
            return CLEAN;
        }
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(configuration)
                .web(WebApplicationType.NONE)
                .bannerMode(Banner.Mode.OFF)
                .logStartupInfo(false)
                .registerShutdownHook(false)
                .run(settingsOf(args).toArray(String[]::new))) {
            Looks looks = new Looks(context.getBean(WatchStore.class), context.getBean(WatchLimits.class));
            var unused = looks.overdue();
            boolean clean;
            do {
                LockSupport.parkNanos(BETWEEN.toNanos());
                clean = look(looks, out);
            } while (!args.contains(ONCE) && !Thread.currentThread().isInterrupted());
            return clean ? CLEAN : FOUND;
        } catch (RuntimeException failure) {
            err.println("carillon: the watch could not look: "
                    + StartFailure.of(failure).line());
            return NOT_LOOKED;
        }
    }

    private static boolean look(Looks looks, PrintStream out) {
        List<WatchFinding> findings = new ArrayList<>(List.of(looks.overdue(), looks.overlong()));
        WatchFinding silent = looks.silent(JOBS_PER_PAGE);
        for (int jobs = JOBS_PER_PAGE; jobs < JOBS_MAX && !looks.silentThrough(); jobs += JOBS_PER_PAGE) {
            silent = looks.silent(JOBS_PER_PAGE);
        }
        findings.add(silent);
        findings.add(looks.unaccounted(DEFINITIONS));
        long found = 0;
        for (WatchFinding finding : findings) {
            found += finding.found();
            if (finding.alarming()) {
                out.println("found kind=" + finding.kind().label() + " n=" + finding.found() + " ("
                        + finding.kind().words() + ") " + finding.examples());
            }
        }
        out.println("looked found=" + found + " all_jobs=" + looks.silentThrough() + " all_definitions="
                + looks.recountThrough());
        return found == 0;
    }

    private static List<String> settingsOf(List<String> args) {
        List<String> settings = new ArrayList<>();
        for (String arg : args) {
            if (arg.startsWith("--") && arg.contains(".") && arg.contains("=")) {
                settings.add(arg);
            } else if (!arg.equals(ONCE)) {
                throw new SettingsException(arg + " is not known; a watch takes " + ONCE + " and settings");
            }
        }
        // Only findings go to the output.
        settings.add("--logging.level.root=error");
        settings.add("--logging.level.io.carillon=error");
        return settings;
    }
}
