package io.carillon.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Whatever text comes as a schedule, it is understood or refused, in bounded time. Measured is the time of the processor
 * that the reading takes, so that a busy machine fails nothing.
 */
class ScheduleFuzzTest {

    private static final Duration READING_MAX = Duration.ofMillis(100);
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final String ALPHABET = "0123456789*/,-#LWlw?@ \t\nSUNMONJANdec\u0660\uff15\ud83d\ude00.:+";
    private static final List<String> SEEDS = List.of(
            "* * * * *",
            "*/5 0-7,9 1,15,L * MON-FRI",
            "0 30 2 LW 1-12/2 5#3",
            "15 10 31W * ?",
            "@every 90s",
            "@daily",
            "0 0 29 2 1#5",
            "59 59 23 31 12 7L");

    @Test
    @Timeout(1_200)
    void no_text_breaks_the_reader_or_holds_it_up() {
        long seed = Long.getLong("carillon.fuzz.seed", 5);
        long end = System.nanoTime()
                + Duration.ofSeconds(Long.getLong("carillon.fuzz.seconds", 2)).toNanos();
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        ScheduleReader reader = new ScheduleReader();
        SplittableRandom random = new SplittableRandom(seed);
        long texts = 0;
        while (texts < 2_000 || System.nanoTime() < end) {
            String text = text(random);
            long before = threads.getCurrentThreadCpuTime();
            ScheduleReading reading = reader.read(text, zone(random), NOW);
            Duration took = Duration.ofNanos(threads.getCurrentThreadCpuTime() - before);
            // The first ones pay for loading classes.
            if (texts++ > 1_000) {
                assertThat(took).as("seed %s text <%s> %s", seed, text, reading).isLessThan(READING_MAX);
            }
        }
    }

    private static String zone(SplittableRandom random) {
        return List.of("UTC", "Europe/Berlin", "Australia/Lord_Howe", "GMT+2", "", "Nowhere")
                .get(random.nextInt(6));
    }

    private static String text(SplittableRandom random) {
        StringBuilder text = new StringBuilder(SEEDS.get(random.nextInt(SEEDS.size())));
        int changes = random.nextInt(6);
        for (int i = 0; i < changes; i++) {
            int at = random.nextInt(text.length() + 1);
            char c = ALPHABET.charAt(random.nextInt(ALPHABET.length()));
            switch (random.nextInt(5)) {
                case 0 -> text.insert(at, c);
                case 1 -> text.setLength(at);
                case 2 -> text.insert(at, SEEDS.get(random.nextInt(SEEDS.size())));
                case 3 -> text.insert(at, String.valueOf(c).repeat(random.nextInt(1_200)));
                default -> {
                    if (at < text.length()) {
                        text.setCharAt(at, c);
                    }
                }
            }
        }
        return text.toString();
    }
}
