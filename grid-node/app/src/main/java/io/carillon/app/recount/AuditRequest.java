package io.carillon.app.recount;

import io.carillon.app.settings.SettingsException;
import io.carillon.domain.id.JobId;
import io.carillon.gateway.api.Timestamps;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an audit is asked for on the command line.
 *
 * @param from inclusive; null: the beginning of what history keeps
 * @param to exclusive; null: now
 * @param settings what is left: where the database is
 */
record AuditRequest(
        @Nullable Instant from,
        @Nullable Instant to,
        @Nullable String owner,
        @Nullable JobId job,
        List<String> settings) {

    AuditRequest {
        settings = List.copyOf(settings);
        if (from != null && to != null && to.isBefore(from)) {
            throw new SettingsException("--to must not be before --from");
        }
    }

    static AuditRequest of(List<String> args) {
        Instant from = null;
        Instant to = null;
        String owner = null;
        JobId job = null;
        List<String> settings = new ArrayList<>();
        for (String arg : args) {
            String value = arg.substring(arg.indexOf('=') + 1);
            if (arg.startsWith("--from=")) {
                from = instant(arg, value);
            } else if (arg.startsWith("--to=")) {
                to = instant(arg, value);
            } else if (arg.startsWith("--owner=")) {
                owner = owner(arg, value);
            } else if (arg.startsWith("--job=")) {
                job = job(arg, value);
            } else if (arg.startsWith("--") && arg.contains(".") && arg.contains("=")) {
                settings.add(arg);
            } else {
                throw new SettingsException(
                        arg + " is not known; an audit takes --from=, --to=, --owner=, --job= and settings");
            }
        }
        return new AuditRequest(from, to, owner, job, settings);
    }

    private static Instant instant(String arg, String value) {
        Instant instant = Timestamps.parse(value);
        if (instant == null || !Timestamps.inRange(instant)) {
            throw new SettingsException(arg + ": " + Timestamps.EXPECTED);
        }
        return instant;
    }

    private static String owner(String arg, String value) {
        if (value.isEmpty()) {
            throw new SettingsException(arg + ": must not be empty");
        }
        return value;
    }

    private static JobId job(String arg, String value) {
        try {
            return JobId.parse(value);
        } catch (IllegalArgumentException e) {
            throw new SettingsException(arg + ": must be a UUID");
        }
    }
}
