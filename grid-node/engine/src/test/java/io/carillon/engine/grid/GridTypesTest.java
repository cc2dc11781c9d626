package io.carillon.engine.grid;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.engine.grid.wire.CompactBytes;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GridTypesTest {

    private final CompactBytes bytes = new CompactBytes(GridTypes.all());

    static Stream<Object> samples() {
        return GridTypes.samples().stream();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void what_is_written_can_be_read(Object sample) {
        assertThat(bytes.roundTrip(sample)).hasSameClassAs(sample);
    }

    @Test
    void the_samples_make_every_schema_known() {
        GridTypes.samples().forEach(bytes::roundTrip);
        assertThat(GridTypes.all())
                .allSatisfy(type -> assertThat(bytes.knows(type.getTypeName()))
                        .as(type.getTypeName())
                        .isTrue());
    }

    @Test
    void type_names_and_classes_are_unique() {
        assertThat(GridTypes.all()).extracting(type -> type.getTypeName()).doesNotHaveDuplicates();
        assertThat(GridTypes.all()).extracting(type -> type.getCompactClass()).doesNotHaveDuplicates();
    }
}
