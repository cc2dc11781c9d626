package io.carillon.benchmarks.wave;

import io.carillon.worker.CarillonWorker;
import io.carillon.worker.handler.JobHandler;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The worker's process: handlers that note when they were called, and succeed. It answers its parent's lines: {@code connected},
 * {@code count HANDLER}, the calls of that handler since the last report, and {@code report FILE}, how many calls of all
 * handlers it has written there.
 */
final class WaveWorker {

    static final String HANDLER = "wave";
    /** Of those who want nothing to do with the wave. */
    static final String BYSTANDER = "bystander";
    /** These work for a while. */
    static final String FLOOD = "flood";

    static final String BESIDE_FLOOD = "beside-flood";
    static final Duration SLOW = Duration.ofMillis(50);

    private final MachineClock clock = new MachineClock();
    private final ConcurrentLinkedQueue<Lateness.Call> calls = new ConcurrentLinkedQueue<>();
    private final Map<String, AtomicInteger> counts = new ConcurrentHashMap<>();

    private WaveWorker() {}

    /** Arguments: address of the grid, id, slots, pool. Ends with its input, and so with its parent. */
    public static void main(String[] args) throws IOException {
        new WaveWorker().serve(args[0], args[1], Integer.parseInt(args[2]), args[3]);
    }

    private void serve(String grid, String id, int slots, String pool) throws IOException {
        try (CarillonWorker worker = CarillonWorker.builder()
                        .grid(grid)
                        .id(id)
                        .slots(slots)
                        .pool(pool)
                        .shutdownGrace(Duration.ofSeconds(5))
                        .handler(HANDLER, noting(HANDLER))
                        .handler(BYSTANDER, noting(BYSTANDER))
                        .handler(FLOOD, slow(noting(FLOOD)))
                        .handler(BESIDE_FLOOD, slow(noting(BESIDE_FLOOD)))
                        .start();
                BufferedReader parent = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = parent.readLine(); line != null; line = parent.readLine()) {
                int space = line.indexOf(' ');
                String argument = line.substring(space + 1);
                switch (space < 0 ? line : line.substring(0, space)) {
                    case "connected" -> answer(line, worker.status().connected() + "");
                    case "count" -> answer(line, counted(argument).get() + "");
                    case "report" -> answer(line, report(Path.of(argument)) + "");
                    default -> answer(line, "unknown");
                }
            }
        }
    }

    private JobHandler noting(String handler) {
        AtomicInteger count = counted(handler);
        return run -> {
            long lateMicros = ChronoUnit.MICROS.between(run.dueAt(), clock.now());
            calls.add(new Lateness.Call(handler, run.runId(), run.dueAt(), lateMicros));
            count.incrementAndGet();
            return null;
        };
    }

    private JobHandler slow(JobHandler noting) {
        return run -> {
            String result = noting.handle(run);
            clock.pause(SLOW);
            return result;
        };
    }

    private AtomicInteger counted(String handler) {
        return counts.computeIfAbsent(handler, any -> new AtomicInteger());
    }

    private int report(Path file) throws IOException {
        int written = 0;
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (Lateness.Call call = calls.poll(); call != null; call = calls.poll()) {
                out.write(call.toLine());
                out.newLine();
                written++;
            }
        }
        counts.values().forEach(count -> count.set(0));
        return written;
    }

    @SuppressWarnings("SystemOut") // The way to the parent.
    private static void answer(String question, String answer) {
        System.out.println(question + " " + answer);
    }
}
