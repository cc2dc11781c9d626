package io.carillon.app.verify;

import io.carillon.verify.cluster.LocalCluster;
import io.carillon.worker.CarillonWorker;
import io.carillon.worker.WorkerBuilder;
import io.carillon.worker.http.CidrBlock;
import io.carillon.worker.http.HttpTargetHandler;
import io.carillon.worker.runtime.Handlers;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;

/**
 * {@code verify-worker}: the worker library in a process of its own, for HTTP targets on this machine. It is what {@code verify}
 * starts unless it is given the stock worker's jar, and takes that one's settings.
 */
public final class WorkerCommand {

    public static final String NAME = LocalCluster.WORKER_COMMAND;

    private static final String PREFIX = "--carillon.worker.";
    private static final int BAD_SETTINGS = 2;

    private WorkerCommand() {}

    /** Returns when the worker runs; it ends with the process. */
    public static void run(List<String> args, PrintStream err) {
        QuietLog.begin();
        WorkerBuilder builder = CarillonWorker.builder();
        List<CidrBlock> allowed = List.of();
        for (String arg : args) {
            int equals = arg.indexOf('=');
            if (!arg.startsWith(PREFIX) || equals < 0) {
                refuse(err, arg);
            }
            String value = arg.substring(equals + 1);
            switch (arg.substring(PREFIX.length(), equals)) {
                case "grid" -> builder.grid(value);
                case "id" -> builder.id(value);
                case "slots" -> builder.slots(Integer.parseInt(value));
                case "shutdown-grace" ->
                    builder.shutdownGrace(Duration.ofSeconds(Long.parseLong(value.replaceFirst("s$", ""))));
                case "http.allow" -> allowed = List.of(CidrBlock.parse(value));
                default -> refuse(err, arg);
            }
        }
        CarillonWorker worker =
                builder.handler(Handlers.HTTP, new HttpTargetHandler(allowed)).start();
        Runtime.getRuntime().addShutdownHook(new Thread(worker::close, "carillon-stop"));
    }

    private static void refuse(PrintStream err, String arg) {
        err.println("carillon: bad settings: " + NAME + " does not know " + arg);
        System.exit(BAD_SETTINGS);
    }
}
