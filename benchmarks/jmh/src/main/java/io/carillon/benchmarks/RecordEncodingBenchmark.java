package io.carillon.benchmarks;

import com.hazelcast.config.SerializationConfig;
import com.hazelcast.internal.serialization.Data;
import com.hazelcast.internal.serialization.SerializationService;
import com.hazelcast.internal.serialization.impl.DefaultSerializationServiceBuilder;
import io.carillon.domain.access.Principal;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobCommand;
import io.carillon.domain.run.Outcome;
import io.carillon.domain.run.Run;
import io.carillon.domain.schedule.ScheduleSpec;
import io.carillon.domain.store.JobEntry;
import io.carillon.domain.store.RunEntry;
import io.carillon.engine.command.Assignment;
import io.carillon.engine.command.RunCommand;
import io.carillon.engine.command.RunReply;
import io.carillon.engine.grid.key.JobKey;
import io.carillon.engine.grid.key.KeyFactory;
import io.carillon.engine.grid.key.RunKey;
import io.carillon.engine.grid.wire.WireTypes;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What members keep in maps and send each other, to bytes and back, through Hazelcast's serialization and our serializers.
 * Prints the number of bytes of each record.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 3, time = 2)
public class RecordEncodingBenchmark {
    private static final Instant DUE_AT = Samples.START.plusSeconds(60);

    /** Keys and values of the maps; the commands and replies of a run's life; the command that creates a job. */
    @Param({"job-key", "run-key", "job-entry", "run-entry", "start", "granted", "report", "create"})
    String record = "";

    private final SerializationService grid = serialization();
    private Object value = "";
    private Data bytes = grid.toData(value);

    @Setup(Level.Trial)
    public void makeRecord() {
        value = sample();
        bytes = grid.toData(value);
        if (!value.equals(grid.toObject(bytes))) {
            throw new IllegalStateException(record + " does not come back as it was");
        }
        Report.line(record + ": " + bytes.totalSize() + " bytes");
    }

    @Benchmark
    public Data encode() {
        return grid.toData(value);
    }

    @Benchmark
    public Object decode() {
        return grid.toObject(bytes);
    }

    /** As the grid's configuration makes it. */
    private static SerializationService serialization() {
        SerializationConfig config =
                new SerializationConfig().addDataSerializableFactory(KeyFactory.ID, new KeyFactory());
        WireTypes.all().forEach(config.getCompactSerializationConfig()::addSerializer);
        return new DefaultSerializationServiceBuilder()
                .setConfig(config)
                .setSchemaService(new LocalSchemas())
                .build();
    }

    private Object sample() {
        Run run = Samples.running(1, DUE_AT);
        Job job = Samples.job(1, new ScheduleSpec.OneOff(DUE_AT), Samples.START);
        return switch (record) {
            case "job-key" -> new JobKey(job.id());
            case "run-key" -> new RunKey(run.id());
            case "job-entry" -> JobEntry.durable(job);
            case "run-entry" -> RunEntry.durable(run);
            case "start" -> new RunCommand.Start(run.id(), "worker-7f3a-4711", run.dueAt());
            case "granted" ->
                new RunReply.Granted(new Assignment(
                        run,
                        job.definition().name(),
                        Samples.HANDLER,
                        Samples.payload(),
                        null,
                        Duration.ofMinutes(5),
                        Duration.ofMinutes(1)));
            case "report" -> new RunCommand.Report(run.id(), run.fencingToken(), new Outcome.Success(null));
            case "create" -> new JobCommand.Create(Principal.ANONYMOUS, job.id(), job.definition());
            default -> throw new IllegalArgumentException("no such record: " + record);
        };
    }
}
