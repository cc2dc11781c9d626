package io.carillon.benchmarks;

import com.google.protobuf.ByteString;
import com.google.protobuf.Duration;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Timestamp;
import io.carillon.domain.job.Payload;
import io.carillon.domain.run.Run;
import io.carillon.proto.v1.Assignment;
import io.carillon.proto.v1.AssignmentBatch;
import io.carillon.proto.v1.GridMessage;
import io.carillon.proto.v1.Trigger;
import java.time.Instant;
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
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A message of 128 assignments, as a gateway sends it to a worker; the score is the cost of one assignment in it. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 3, time = 2)
public class AssignmentMessageBenchmark {
    private static final int ASSIGNMENTS = 128;
    private static final Instant DUE_AT = Samples.START.plusSeconds(60);

    private final Payload payload = Samples.payload();
    private List<Run> runs = List.of();
    private byte[] bytes = new byte[0];

    @Setup(Level.Trial)
    public void makeMessage() {
        runs = IntStream.range(0, ASSIGNMENTS)
                .mapToObj(number -> Samples.running(number, DUE_AT))
                .toList();
        bytes = encode();
        Report.line("one assignment of " + ASSIGNMENTS + ": " + bytes.length / ASSIGNMENTS + " bytes");
    }

    /** From the domain's records to bytes. */
    @Benchmark
    @OperationsPerInvocation(ASSIGNMENTS)
    public byte[] encode() {
        AssignmentBatch.Builder batch = AssignmentBatch.newBuilder();
        for (Run run : runs) {
            batch.addAssignments(assignment(run));
        }
        return GridMessage.newBuilder().setAssignments(batch).build().toByteArray();
    }

    @Benchmark
    @OperationsPerInvocation(ASSIGNMENTS)
    public GridMessage decode() throws InvalidProtocolBufferException {
        return GridMessage.parseFrom(bytes);
    }

    private Assignment assignment(Run run) {
        return Assignment.newBuilder()
                .setRunId(run.id().toString())
                .setJobId(run.jobId().toString())
                .setOwnerId(run.ownerId())
                .setJobName("welcome-mail")
                .setHandler(Samples.HANDLER)
                .setPayloadJson(ByteString.copyFrom(payload.toUtf8()))
                .setAttempt(run.attempt())
                .setFencingToken(run.fencingToken())
                .setNominalAt(timestamp(run.nominalAt()))
                .setDueAt(timestamp(run.dueAt()))
                .setTimeout(Duration.newBuilder().setSeconds(300))
                .setLeaseDuration(Duration.newBuilder().setSeconds(60))
                .setTrigger(Trigger.TRIGGER_SCHEDULE)
                .setRevision(run.revision())
                .build();
    }

    private static Timestamp timestamp(Instant instant) {
        return Timestamp.newBuilder()
                .setSeconds(instant.getEpochSecond())
                .setNanos(instant.getNano())
                .build();
    }
}
