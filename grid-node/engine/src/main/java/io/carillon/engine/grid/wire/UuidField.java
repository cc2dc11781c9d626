package io.carillon.engine.grid.wire;

/**
 * The names of the two int64 fields that an identifier is written as: made once, since the grid looks each field up by the hash of
 * its name, which a text that was just put together does not know yet.
 */
public record UuidField(String high, String low) {

    public static final UuidField ID = of("id");
    public static final UuidField JOB_ID = of("jobId");
    public static final UuidField RUN_ID = of("runId");
    public static final UuidField WRITE_ID = of("writeId");

    public static UuidField of(String name) {
        return new UuidField(name + "High", name + "Low");
    }
}
