package io.carillon.gateway.rest;

import io.carillon.domain.id.JobId;
import io.carillon.domain.run.RunStatus;
import io.carillon.gateway.api.History;
import io.carillon.gateway.api.Ids;
import io.carillon.gateway.api.Problem;
import io.carillon.gateway.api.Timestamps;
import io.carillon.gateway.api.Violations;
import io.carillon.gateway.api.Words;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Reads what stands in paths and queries. An empty query parameter counts as absent. */
final class Parameters {

    private final HttpServletRequest request;
    private final Violations violations = new Violations();

    Parameters(HttpServletRequest request) {
        this.request = request;
    }

    @Nullable
    String text(String name) {
        String value = request.getParameter(name);
        if (value == null || value.isEmpty()) {
            return null;
        }
        if (value.indexOf('\0') >= 0) {
            violations.add(name, "must not contain control characters");
            return null;
        }
        return value;
    }

    int number(String name, int fallback, int max) {
        String value = text(name);
        if (value == null) {
            return fallback;
        }
        if (value.matches("[0-9]{1,9}")) {
            int number = Integer.parseInt(value);
            if (number >= 1 && number <= max) {
                return number;
            }
        }
        violations.add(name, "must be from 1 to " + max);
        return fallback;
    }

    int limit() {
        return number("limit", History.LIMIT_DEFAULT, History.LIMIT_MAX);
    }

    boolean flag(String name) {
        String value = text(name);
        if (value == null || value.equals("false")) {
            return false;
        }
        if (!value.equals("true")) {
            violations.add(name, "must be true or false");
        }
        return true;
    }

    @Nullable
    Instant instant(String name) {
        String value = text(name);
        if (value == null) {
            return null;
        }
        Instant instant = Timestamps.parse(value);
        if (instant == null) {
            violations.add(name, Timestamps.EXPECTED + " (a plus sign in a query is written %2B)");
        } else if (!Timestamps.inRange(instant)) {
            violations.add(name, Timestamps.RANGE);
        }
        return instant;
    }

    @Nullable
    JobId job(String name) {
        String value = text(name);
        return value == null ? null : Ids.jobId(name, value, violations);
    }

    @Nullable
    String jobStatus() {
        String value = text("status");
        if (value != null && !Words.isJobStatus(value)) {
            violations.add("status", "must be active, paused, deleted or completed");
        }
        return value;
    }

    @Nullable
    RunStatus runStatus() {
        String value = text("status");
        RunStatus status = value == null ? null : Words.runStatus(value);
        if (value != null && status == null) {
            violations.add("status", "must be scheduled, queued, running, succeeded, failed, dead or cancelled");
        }
        return status;
    }

    /** To be called when all have been read. */
    void check() {
        if (!violations.isEmpty()) {
            throw Problem.invalid(violations.list()).toException();
        }
    }
}
