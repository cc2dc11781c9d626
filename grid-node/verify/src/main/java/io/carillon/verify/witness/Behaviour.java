package io.carillon.verify.witness;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * How a target answers the attempts of a run. It travels as the job's payload, so that a target needs no memory.
 *
 * @param failures so many first attempts fail and may be retried
 * @param permanent every attempt fails for good
 * @param workMillis how long an attempt takes
 */
public record Behaviour(int failures, boolean permanent, long workMillis) {

    public static final Behaviour PLAIN = new Behaviour(0, false, 0);

    private static final JsonMapper JSON = JsonMapper.builder().build();

    public String toJson() {
        return "{\"failures\":" + failures + ",\"permanent\":" + permanent + ",\"work_ms\":" + workMillis + "}";
    }

    /** @throws IllegalArgumentException if it is not ours: then the payload was not delivered as it was given */
    static Behaviour parse(byte[] json) {
        try {
            JsonNode node = JSON.readTree(json);
            return new Behaviour(
                    node.required("failures").asInt(),
                    node.required("permanent").asBoolean(),
                    node.required("work_ms").asLong());
        } catch (JacksonException e) {
            throw new IllegalArgumentException("this payload is none of ours: " + e.getOriginalMessage(), e);
        }
    }

    boolean fails(int attempt) {
        return attempt <= failures;
    }
}
