package io.carillon.engine.grid.key;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.internal.serialization.Data;
import com.hazelcast.internal.serialization.InternalSerializationService;
import com.hazelcast.internal.serialization.impl.DefaultSerializationServiceBuilder;
import com.hazelcast.internal.serialization.impl.HeapData;
import com.hazelcast.partition.strategy.DefaultPartitioningStrategy;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** The grid finds an entry by the bytes of its key: these never change. */
class KeyBytesTest {

    private static final String JOB = "0190a5c2-7b1e-7def-8123-456789abcdef";
    private static final String RUN = "0190a5c2-7b1e-8042-8123-456789abcdef";

    /** Partition hash, type, "identified", factory 1, class, id. */
    private static final String JOB_BYTES =
            "00e93a4e" + "fffffffe" + "01" + "00000001" + "00000001" + JOB.replace("-", "");

    private static final String RUN_BYTES =
            "41512cdb" + "fffffffe" + "01" + "00000001" + "00000002" + RUN.replace("-", "");

    private final InternalSerializationService serialization = new DefaultSerializationServiceBuilder()
            .setPartitioningStrategy(new DefaultPartitioningStrategy())
            .addDataSerializableFactory(KeyFactory.ID, new KeyFactory())
            .build();

    @Test
    void a_job_key_is_its_sixteen_bytes() {
        Data data = serialization.toData(new JobKey(JobId.parse(JOB)));
        assertThat(HexFormat.of().formatHex(data.toByteArray())).isEqualTo(JOB_BYTES);
    }

    @Test
    void a_run_key_is_its_sixteen_bytes() {
        Data data = serialization.toData(new RunKey(RunId.parse(RUN)));
        assertThat(HexFormat.of().formatHex(data.toByteArray())).isEqualTo(RUN_BYTES);
    }

    @Test
    void keys_are_read_as_they_were_written() {
        assertThat(serialization.<Object>toObject(new HeapData(HexFormat.of().parseHex(JOB_BYTES))))
                .isEqualTo(new JobKey(JobId.parse(JOB)));
        assertThat(serialization.<Object>toObject(new HeapData(HexFormat.of().parseHex(RUN_BYTES))))
                .isEqualTo(new RunKey(RunId.parse(RUN)));
    }
}
