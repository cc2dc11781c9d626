package io.carillon.worker;

import io.carillon.worker.handler.JobHandler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A worker in a process of its own, one of whose handlers ends the process, or nearly. */
final class ProcessEnd {
    private ProcessEnd() {}

    /** @param arguments the grid, the handler's deed, and whether the worker is closed when the JVM shuts down */
    public static void main(String[] arguments) throws InterruptedException {
        JobHandler deed = switch (arguments[1]) {
            case "exit" -> run -> exit();
            case "halt" -> run -> halt();
            case "fill" -> run -> fill();
            default -> throw new IllegalArgumentException(arguments[1]);
        };
        CarillonWorker worker = CarillonWorker.builder()
                .grid(arguments[0])
                .id("w1")
                .slots(3)
                .shutdownGrace(Duration.ofMillis(100))
                .handler("deed", deed)
                .handler("block", run -> {
                    new CountDownLatch(1).await();
                    return null;
                })
                .handler("good", run -> "\"good\"")
                .start();
        if (Boolean.parseBoolean(arguments[2])) {
            Runtime.getRuntime().addShutdownHook(new Thread(worker::close));
        }
        new CountDownLatch(1).await();
    }

    private static String exit() {
        System.exit(3);
        return "\"not reached\"";
    }

    private static String halt() {
        Runtime.getRuntime().halt(4);
        return "\"not reached\"";
    }

    private static String fill() {
        List<byte[]> all = new ArrayList<>();
        while (all.size() < Integer.MAX_VALUE) {
            all.add(new byte[1 << 20]);
        }
        return "\"" + all.size() + "\"";
    }
}
