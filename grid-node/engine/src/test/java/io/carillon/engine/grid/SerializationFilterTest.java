package io.carillon.engine.grid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.config.SerializationConfig;
import com.hazelcast.internal.serialization.Data;
import com.hazelcast.internal.serialization.InternalSerializationService;
import com.hazelcast.internal.serialization.impl.DefaultSerializationServiceBuilder;
import io.carillon.domain.store.StoreUnavailableException;
import java.io.Serializable;
import java.net.MalformedURLException;
import java.net.URL;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.management.BadAttributeValueExpException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What may come in as a Java-serialised object. */
class SerializationFilterTest {

    private static final SerializationConfig CONFIG =
            GridFixture.config(1, config -> {}).getSerializationConfig();

    private final InternalSerializationService serialization =
            new DefaultSerializationServiceBuilder().setConfig(CONFIG).build();

    /** A class of somebody else. */
    static final class Foreign implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    static final class ForeignException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    static Stream<Object> foreign() throws MalformedURLException {
        return Stream.of(
                new Foreign(),
                new IllegalStateException("with a passenger", new ForeignException()),
                new URL("http://localhost/"),
                new BadAttributeValueExpException("x"));
    }

    @ParameterizedTest
    @MethodSource("foreign")
    void what_is_not_named_is_refused(Object object) {
        Data data = serialization.toData(object);
        assertThatThrownBy(() -> serialization.toObject(data)).hasMessageContaining("is not allowed");
    }

    static Stream<Throwable> exceptions() {
        Throwable suppressing = new IllegalStateException("outer", new TimeoutException("inner"));
        suppressing.addSuppressed(new IllegalArgumentException("beside"));
        return Stream.of(
                suppressing,
                new ExecutionException(new NullPointerException()),
                new CompletionException(new UnsupportedOperationException()),
                new StoreUnavailableException("away", new IllegalStateException()),
                new com.hazelcast.core.HazelcastInstanceNotActiveException(),
                new com.hazelcast.core.OperationTimeoutException("late"));
    }

    /** An answer that cannot be read leaves its caller waiting. */
    @ParameterizedTest
    @MethodSource("exceptions")
    void exceptions_in_answers_are_read(Throwable exception) {
        Data data = serialization.toData(exception);
        assertThat(serialization.<Throwable>toObject(data))
                .hasSameClassAs(exception)
                .hasMessage(exception.getMessage());
    }

    @Test
    void the_list_names_only_classes_that_exist() {
        assertThat(CONFIG.getJavaSerializationFilterConfig().getWhitelist().getClasses())
                .allSatisfy(name -> assertThat(Class.forName(name)).isNotNull());
    }
}
