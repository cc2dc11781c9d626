package io.carillon.client;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** When a job is due: once, or again and again. */
public sealed interface When {

    record Once(Instant at) implements When {}

    /**
     * @param schedule a cron expression of 5 fields, or of 6 with leading seconds, a name such as {@code @daily}, or
     *     {@code @every 90s}
     * @param timeZone an IANA name; null: UTC
     */
    record Repeated(String schedule, @Nullable String timeZone) implements When {}
}
