package io.carillon.worker.program;

import java.util.Map;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;

/** Starts the stock worker. Exit codes: 0 clean stop, 1 the start failed, 2 bad settings. */
public final class WorkerMain {
    /** Why the start failed is said in one line, here, so Spring need not say it at length. */
    private static final Map<String, Object> DEFAULTS = Map.of(
            "logging.level.root", "WARN",
            "logging.level.io.carillon", "INFO",
            "logging.level.org.springframework.boot.SpringApplication", "OFF",
            "logging.level.org.springframework.boot.diagnostics", "OFF");

    private WorkerMain() {}

    public static void main(String[] args) {
        SpringApplication application = new SpringApplication(WorkerConfiguration.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setBannerMode(Banner.Mode.OFF);
        application.setLogStartupInfo(false);
        application.setRegisterShutdownHook(false);
        application.setDefaultProperties(DEFAULTS);
        application.addListeners(new SettingsCheck());
        try {
            ConfigurableApplicationContext context = application.run(args);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(context), "carillon-stop"));
        } catch (Throwable failure) {
            exit(failure);
        }
    }

    /** At SIGTERM or Ctrl-C. Without the halt a worker that was asked to end, and did, would end with the signal's code. */
    private static void stop(ConfigurableApplicationContext context) {
        context.close();
        Runtime.getRuntime().halt(0);
    }

    @SuppressWarnings("SystemOut") // The one line an operator must see, whatever the logging is set to.
    private static void exit(Throwable failure) {
        Throwable cause = failure;
        while (!(cause instanceof SettingsException) && cause.getCause() != null) {
            cause = cause.getCause();
        }
        boolean badSettings = cause instanceof SettingsException;
        String message = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        System.err.println("carillon-worker: " + (badSettings ? "bad settings: " : "cannot start: ")
                + message.strip().replaceAll("\\s*\\R\\s*", " "));
        System.exit(badSettings ? 2 : 1);
    }
}
