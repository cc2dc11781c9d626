package io.carillon.benchmarks.peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

/**
 * The process of one peer. It answers its parent's lines, each with a line that repeats it: {@code ready}; {@code create COUNT FIRST
 * STEP}, in microseconds since 1970 and between, when all are durable; {@code count}, of the calls so far; {@code report FILE},
 * which writes number, due time and time of each call since the last report to a file. Ends with its input, and so with its parent.
 */
public final class PeerProcess {

    private final Peer peer;

    private PeerProcess(Peer peer) {
        this.peer = peer;
    }

    /** Arguments: kind, JDBC URL, user, password, and changes of its settings with commas between. */
    public static void main(String[] args) throws Exception {
        PeerKind kind = PeerKind.named(args[0]);
        DatabaseAddress address = new DatabaseAddress(args[1], args[2], args[3]);
        Settings settings = Settings.of(kind, args.length > 4 ? args[4] : "");
        say(kind + " with " + settings.values());
        try (Peer peer = kind.start(address, settings)) {
            new PeerProcess(peer).serve();
        }
        // Some leave threads behind that are no daemons.
        System.exit(0);
    }

    private void serve() throws Exception {
        BufferedReader parent = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = parent.readLine(); line != null; line = parent.readLine()) {
            String[] words = line.split(" ", -1);
            switch (words[0]) {
                case "ready" -> say(line + " true");
                case "create" -> {
                    peer.create(
                            Integer.parseInt(words[1]),
                            Calls.instant(Long.parseLong(words[2])),
                            Duration.of(Long.parseLong(words[3]), ChronoUnit.MICROS));
                    say(line + " true");
                }
                case "count" -> say(line + " " + Calls.count());
                case "report" -> say(line + " " + report(Path.of(words[1])));
                default -> say(line + " unknown");
            }
        }
    }

    private static int report(Path file) throws IOException {
        int calls = 0;
        try (Writer writer = Files.newBufferedWriter(file)) {
            for (Calls.Call call : Calls.take()) {
                writer.write(call.number() + " " + call.dueMicros() + " " + call.startMicros() + "\n");
                calls++;
            }
        }
        return calls;
    }

    @SuppressWarnings("SystemOut") // The way to the parent.
    private static void say(String line) {
        System.out.println(line);
    }
}
