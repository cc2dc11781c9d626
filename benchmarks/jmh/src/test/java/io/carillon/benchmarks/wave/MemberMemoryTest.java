package io.carillon.benchmarks.wave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemberMemoryTest {

    @TempDir
    private Path dir;

    @Test
    void the_largest_heap_is_that_after_a_collection_not_before_it() throws IOException {
        Path log = Files.writeString(dir.resolve("gc.log"), """
                [0.020s][info][gc] Using G1
                [0.512s][info][gc] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 923M->311M(2048M) 5.120ms
                [1.012s][info][gc] GC(1) Concurrent Mark Cycle
                [1.512s][info][gc] GC(2) Pause Young (Normal) (G1 Evacuation Pause) 1811M->97M(2048M) 9.120ms
                """);
        assertThat(MemberMemory.of(ProcessHandle.current().pid(), log).heapMb()).isEqualTo(311);
    }

    @Test
    void no_collection_and_nothing_found() throws IOException {
        Path log = Files.writeString(dir.resolve("gc.log"), "[0.020s][info][gc] Using G1\n");
        MemberMemory own = MemberMemory.of(ProcessHandle.current().pid(), log);
        assertThat(own.heapMb()).isZero();
        assertThat(own.residentMb()).isPositive();
    }
}
