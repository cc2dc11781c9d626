package io.carillon.benchmarks;

import io.carillon.domain.dispatch.Capability;
import io.carillon.domain.dispatch.FairOrder;
import io.carillon.domain.dispatch.ReadyEntry;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/** A full ready set of 200,000 entries: what one entry costs to take in and to hand out. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 3, time = 2)
@Fork(value = 1, jvmArgsAppend = "-Xmx1g")
public class FairOrderBenchmark {
    private static final int ENTRIES = 200_000;
    private static final long START_MICROS = 1_767_225_600_000_000L;
    private static final Capability CAPABILITY = new Capability("default", "mail");

    @Param({"1", "100", "10000"})
    int owners;

    private List<ReadyEntry<Integer>> entries = List.of();
    private FairOrder<Integer> full = new FairOrder<>(FairOrder.AGING_DEFAULT);

    @Setup(Level.Trial)
    public void makeEntries() {
        entries = IntStream.range(0, ENTRIES).mapToObj(this::entry).toList();
        full = filled();
    }

    @Benchmark
    @OperationsPerInvocation(ENTRIES)
    public FairOrder<Integer> addAll() {
        return filled();
    }

    @Benchmark
    @OperationsPerInvocation(ENTRIES)
    public void addAndPollAll(Blackhole sink) {
        FairOrder<Integer> order = filled();
        while (order.size() > 0) {
            sink.consume(order.poll(CAPABILITY, ownerId -> true));
        }
    }

    /** At a constant size: each entry that is handed out is put back as one that has just become due. */
    @Benchmark
    @OperationsPerInvocation(1_000)
    public void pollAndAddAtFullSize() {
        for (int i = 0; i < 1_000; i++) {
            ReadyEntry<Integer> polled = full.poll(CAPABILITY, ownerId -> true);
            if (polled == null) {
                throw new IllegalStateException("the order ran empty");
            }
            long later = polled.dueMicros() + 1_000_000;
            full.add(new ReadyEntry<>(polled.key(), polled.ownerId(), CAPABILITY, polled.priority(), later, later));
        }
    }

    private FairOrder<Integer> filled() {
        FairOrder<Integer> order = new FairOrder<>(FairOrder.AGING_DEFAULT);
        entries.forEach(order::add);
        return order;
    }

    /** Due times rise with some disorder, as in a wave that arrives from many shards; one in four is not of priority 5. */
    private ReadyEntry<Integer> entry(int key) {
        long dueMicros = START_MICROS + key * 5L + key * 7_919L % 1_000;
        int priority = key % 4 == 0 ? key / 4 % 10 : ReadyEntry.PRIORITY_DEFAULT;
        String ownerId = "owner-" + key * 31L % owners;
        return new ReadyEntry<>(key, ownerId, CAPABILITY, priority, dueMicros, dueMicros + 2_000);
    }
}
