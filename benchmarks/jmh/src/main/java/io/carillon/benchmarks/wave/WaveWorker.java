package io.carillon.benchmarks.wave;

import io.carillon.worker.CarillonWorker;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The worker's process: a handler that notes when it was called, and succeeds. It answers its parent's lines: {@code
 * connected}, {@code count}, and {@code report} with what was seen since the last one.
 */
final class WaveWorker {

    static final String HANDLER = "wave";

    private final MachineClock clock = new MachineClock();
    private final ConcurrentLinkedQueue<Lateness.Call> calls = new ConcurrentLinkedQueue<>();
    private final AtomicInteger count = new AtomicInteger();

    private WaveWorker() {}

    /** Arguments: address of the grid, slots. Ends with its input, and so with its parent. */
    public static void main(String[] args) throws IOException {
        new WaveWorker().serve(args[0], Integer.parseInt(args[1]));
    }

    private void serve(String grid, int slots) throws IOException {
        try (CarillonWorker worker = CarillonWorker.builder()
                        .grid(grid)
                        .id("wave-worker")
                        .slots(slots)
                        .shutdownGrace(Duration.ofSeconds(5))
                        .handler(HANDLER, run -> {
                            long lateMicros = ChronoUnit.MICROS.between(run.dueAt(), clock.now());
                            calls.add(new Lateness.Call(run.runId(), run.dueAt(), lateMicros));
                            count.incrementAndGet();
                            return null;
                        })
                        .start();
                BufferedReader parent = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = parent.readLine(); line != null; line = parent.readLine()) {
                switch (line) {
                    case "connected" -> answer(line, worker.status().connected() + "");
                    case "count" -> answer(line, count.get() + "");
                    case "report" -> answer(line, report().toLine());
                    default -> answer(line, "unknown");
                }
            }
        }
    }

    private Lateness report() {
        List<Lateness.Call> seen = List.copyOf(calls);
        calls.clear();
        count.set(0);
        return Lateness.of(seen);
    }

    @SuppressWarnings("SystemOut") // The way to the parent.
    private static void answer(String question, String answer) {
        System.out.println(question + " " + answer);
    }
}
