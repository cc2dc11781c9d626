package io.carillon.persistence.codec;

import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.Payload;
import org.jspecify.annotations.Nullable;

/** The stored form of a definition. The payload lies beside it, as the bytes the user sent. Thread-safe. */
public final class DefinitionCodec {

    private DefinitionCodec() {}

    /** One line of JSON, the same for equal definitions. */
    public static String toJson(JobDefinition definition) {
        return DefinitionWriter.write(definition);
    }

    /** @throws RuntimeException if the text was not written by {@link #toJson} of this build or an older one */
    public static JobDefinition fromJson(String json, @Nullable Payload payload) {
        return DefinitionReader.read(json, payload);
    }
}
