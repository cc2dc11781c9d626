package io.carillon.app;

import io.carillon.app.keys.KeysCommand;
import io.carillon.app.recount.AuditCommand;
import io.carillon.app.schema.MigrateCommand;
import io.carillon.app.start.Ending;
import io.carillon.app.start.OutOfMemory;
import io.carillon.app.start.PortCheck;
import io.carillon.app.start.StartFailure;
import io.carillon.app.start.Usage;
import io.carillon.app.verify.VerifyCommand;
import io.carillon.app.verify.WorkerCommand;
import io.carillon.app.watchdog.WatchCommand;
import io.carillon.app.wiring.AuditConfiguration;
import io.carillon.app.wiring.KeysConfiguration;
import io.carillon.app.wiring.MemberConfiguration;
import io.carillon.app.wiring.WatchConfiguration;
import io.carillon.engine.grid.GridNode;
import io.carillon.engine.grid.GridRequirements;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;

/** Starts a member. Exit codes: 0 clean stop, 1 the start failed or the member had to stop, 2 bad settings. */
public final class GridNodeMain {

    private static final String COMMON_POOL = "java.util.concurrent.ForkJoinPool.common.parallelism";
    private static final String COMMON_POOL_THREADS = "3";
    private static final int FEATURE_MIN = 17;

    private GridNodeMain() {}

    @SuppressWarnings("SystemOut") // commands: what they find or say is their output
    public static void main(String[] args) {
        // Before anything can touch the common pool: on a machine of one or two processors it would have one thread or
        // none, and every callback of the grid would start one. An operator's own value stands.
        if (System.getProperty(COMMON_POOL) == null) {
            System.setProperty(COMMON_POOL, COMMON_POOL_THREADS);
        }
        if (Runtime.version().feature() < FEATURE_MIN) {
            exit(new StartFailure("cannot start: Java 17 is needed, this is " + Runtime.version(), 1));
        }
        Optional<String> missing = GridRequirements.check();
        missing.ifPresent(what -> exit(new StartFailure("cannot start: " + what, 1)));
        if (args.length > 0 && args[0].equals(AuditCommand.NAME)) {
            List<String> asked = List.of(args).subList(1, args.length);
            System.exit(AuditCommand.run(AuditConfiguration.class, asked, System.out, System.err));
        }
        if (args.length > 0 && args[0].equals(WatchCommand.NAME)) {
            List<String> asked = List.of(args).subList(1, args.length);
            System.exit(WatchCommand.run(WatchConfiguration.class, asked, System.out, System.err));
        }
        if (args.length > 0 && args[0].equals(MigrateCommand.NAME)) {
            List<String> asked = List.of(args).subList(1, args.length);
            System.exit(MigrateCommand.run(AuditConfiguration.class, asked, System.out, System.err));
        }
        if (args.length > 0 && args[0].equals(KeysCommand.NAME)) {
            List<String> asked = List.of(args).subList(1, args.length);
            System.exit(KeysCommand.run(KeysConfiguration.class, asked, System.out, System.err));
        }
        if (args.length > 0 && args[0].equals(VerifyCommand.NAME)) {
            System.exit(VerifyCommand.run(List.of(args).subList(1, args.length), System.out, System.err));
        }
        if (args.length > 0 && args[0].equals(WorkerCommand.NAME)) {
            WorkerCommand.run(List.of(args).subList(1, args.length), System.err);
            return;
        }
        if (Usage.askedFor(List.of(args))) {
            System.out.println(Usage.MEMBER);
            System.exit(0);
        }
        Arrays.stream(args).filter(arg -> !arg.startsWith("--")).findFirst().ifPresent(word -> exit(unknown(word)));
        Ending ending = new Ending();
        OutOfMemory outOfMemory = new OutOfMemory();
        GridNode.whenOutOfMemory(outOfMemory);
        Thread.setDefaultUncaughtExceptionHandler(outOfMemory);
        SpringApplication application = new SpringApplication(MemberConfiguration.class);
        application.setWebApplicationType(WebApplicationType.SERVLET);
        application.setBannerMode(Banner.Mode.OFF);
        application.setLogStartupInfo(false);
        application.setRegisterShutdownHook(false);
        application.addListeners(new PortCheck());
        application.addInitializers(context -> context.getBeanFactory().registerSingleton("ending", ending));
        try {
            ConfigurableApplicationContext context = application.run(Arrays.stream(args)
                    .map(arg -> arg.equals("--demo") ? "--carillon.demo.enabled=true" : arg)
                    .toArray(String[]::new));
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(context, ending), "carillon-stop"));
        } catch (Throwable failure) {
            exit(StartFailure.of(failure));
        }
    }

    /** At Ctrl-C or SIGTERM. Without the halt a member that was asked to stop, and did, would end with the signal's code. */
    private static void stop(ConfigurableApplicationContext context, Ending ending) {
        context.close();
        Runtime.getRuntime().halt(ending.exitCode());
    }

    private static StartFailure unknown(String word) {
        return new StartFailure(
                "bad settings: " + word + " is neither a setting (--name=value) nor a command; the commands are "
                        + AuditCommand.NAME + ", " + WatchCommand.NAME + ", " + MigrateCommand.NAME + ", "
                        + KeysCommand.NAME + " and " + VerifyCommand.NAME + ", and --help says more",
                2);
    }

    @SuppressWarnings("SystemOut") // the one line an operator must see, whatever the logging is set to
    private static void exit(StartFailure failure) {
        System.err.println("carillon: " + failure.line());
        System.exit(failure.exitCode());
    }
}
