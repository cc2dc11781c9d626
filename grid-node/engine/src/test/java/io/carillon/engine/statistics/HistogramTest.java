package io.carillon.engine.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.carillon.engine.packed.PackedReader;
import io.carillon.engine.packed.PackedWriter;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HistogramTest {

    private static Histogram of(long... micros) {
        Histogram histogram = new Histogram();
        for (long each : micros) {
            histogram.add(each);
        }
        return histogram;
    }

    private static byte[] bytes(Histogram histogram) {
        PackedWriter writer = new PackedWriter();
        histogram.write(writer);
        return writer.toBytes();
    }

    @Test
    void buckets_follow_each_other_without_a_gap() {
        for (int bucket = 0; bucket < Histogram.bucketOf(Histogram.MICROS_MAX); bucket++) {
            long low = Histogram.lowest(bucket);
            long next = Histogram.lowest(bucket + 1);
            assertThat(next).isGreaterThan(low);
            assertThat(Histogram.bucketOf(low)).isEqualTo(bucket);
            assertThat(Histogram.bucketOf(next - 1)).isEqualTo(bucket);
            assertThat((double) (next - low)).isLessThanOrEqualTo(Math.max(1, low / 8.0));
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "-5, 0", "1, 1", "15, 15", "16, 16", "1000, 1000", "3600000000, 3600000000"})
    void one_length_is_all_percentiles(long micros, long expected) {
        Histogram histogram = of(micros);
        for (double part : new double[] {0.01, 0.5, 1}) {
            assertThat((double) histogram.percentile(part))
                    .isCloseTo((double) expected, within(Math.max(0.1, expected / 16.0)));
        }
    }

    @Test
    void what_is_too_long_counts_as_the_longest() {
        assertThat(Histogram.bucketOf(Histogram.MICROS_MAX))
                .isEqualTo(Histogram.bucketOf(of(Long.MAX_VALUE).percentile(1)));
    }

    @Test
    void nothing_seen_is_nothing() {
        assertThat(new Histogram().percentile(0.99)).isZero();
        assertThat(new Histogram().total()).isZero();
    }

    @Test
    void percentiles_are_off_by_a_sixteenth_at_most() {
        Random random = new Random(3);
        long[] lengths = random.longs(10_000, 0, 60_000_000).toArray();
        Histogram histogram = of(lengths);
        Arrays.sort(lengths);
        for (double part : new double[] {0.001, 0.1, 0.5, 0.9, 0.99, 0.999, 1}) {
            double exact = lengths[(int) Math.ceil(part * lengths.length) - 1];
            assertThat((double) histogram.percentile(part)).isCloseTo(exact, within(exact / 16 + 1));
        }
        assertThat(histogram.sumMicros()).isEqualTo(Arrays.stream(lengths).sum());
    }

    /** Whoever adds them up, in whatever order. */
    @Test
    void adding_up_is_as_seeing_all() {
        Random random = new Random(4);
        Histogram all = new Histogram();
        Histogram forwards = new Histogram();
        Histogram backwards = new Histogram();
        Histogram[] parts = new Histogram[20];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = new Histogram();
            for (int n = random.nextInt(50); n > 0; n--) {
                long micros = random.nextLong(1L << random.nextInt(1, 40));
                parts[i].add(micros);
                all.add(micros);
            }
        }
        for (int i = 0; i < parts.length; i++) {
            forwards.add(parts[i]);
            backwards.add(parts[parts.length - 1 - i]);
        }
        assertThat(bytes(forwards)).isEqualTo(bytes(all));
        assertThat(bytes(backwards)).isEqualTo(bytes(all));
    }

    @Test
    void bytes_are_read_as_they_were_written() {
        Histogram histogram = of(0, 5, 70_000, 70_001, 9_000_000);
        Histogram read = Histogram.read(new PackedReader(bytes(histogram)));
        assertThat(bytes(read)).isEqualTo(bytes(histogram));
        assertThat(read.percentile(0.5)).isEqualTo(histogram.percentile(0.5));
        assertThat(bytes(Histogram.read(new PackedReader(bytes(new Histogram())))))
                .isEqualTo(bytes(new Histogram()));
    }

    @Test
    void buckets_that_do_not_exist_are_refused() {
        byte[] bytes = new PackedWriter()
                .number(1)
                .number(1)
                .number(100_000)
                .number(1)
                .number(1)
                .toBytes();
        assertThatIllegalArgumentException().isThrownBy(() -> Histogram.read(new PackedReader(bytes)));
    }
}
