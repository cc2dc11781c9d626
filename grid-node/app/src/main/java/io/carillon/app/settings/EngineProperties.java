package io.carillon.app.settings;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How runs are kept, handed out and watched.
 *
 * @param loops threads that serve shards
 */
@ConfigurationProperties("carillon")
public record EngineProperties(
        @DefaultValue Lease lease,
        @DefaultValue Cancel cancel,
        @DefaultValue Timeout timeout,
        @DefaultValue Handoff handoff,
        @DefaultValue Queue queue,
        @DefaultValue Ready ready,
        @DefaultValue Preload preload,
        @DefaultValue History history,
        @DefaultValue("1") int loops) {

    public EngineProperties {
        SettingsException.require(loops >= 1 && loops <= 64, "carillon.loops", loops, "from 1 to 64");
    }

    /**
     * @param duration of a worker's right to an attempt, renewed by heartbeats
     * @param heartbeat how often workers renew; at most half the lease
     */
    public record Lease(
            @DefaultValue("60s") Duration duration,
            @DefaultValue("20s") Duration heartbeat) {

        public Lease {
            SettingsException.requireBetween(
                    "carillon.lease.duration", duration, Duration.ofSeconds(3), Duration.ofHours(1));
            SettingsException.requireBetween(
                    "carillon.lease.heartbeat", heartbeat, Duration.ofMillis(500), duration.dividedBy(2));
        }
    }

    /** @param grace for a worker to stop a run that was cancelled; then the run ends without it */
    public record Cancel(@DefaultValue("30s") Duration grace) {

        public Cancel {
            SettingsException.requireBetween(
                    "carillon.cancel.grace", grace, Duration.ofSeconds(1), Duration.ofHours(1));
        }
    }

    /** @param grace beyond a run's time limit for its worker to report the end; then the attempt ends as a timeout */
    public record Timeout(@DefaultValue("30s") Duration grace) {

        public Timeout {
            SettingsException.requireBetween(
                    "carillon.timeout.grace", grace, Duration.ofSeconds(1), Duration.ofHours(1));
        }
    }

    /** @param timeout after which a run handed to a gateway that does not start is offered again */
    public record Handoff(@DefaultValue("10s") Duration timeout) {

        public Handoff {
            SettingsException.requireBetween(
                    "carillon.handoff.timeout", timeout, Duration.ofSeconds(1), Duration.ofMinutes(5));
        }
    }

    /** @param deadline after which a queued run that is found nowhere in memory is an alarm */
    public record Queue(@DefaultValue("10m") Duration deadline) {

        public Queue {
            SettingsException.requireBetween(
                    "carillon.queue.deadline", deadline, Duration.ofSeconds(10), Duration.ofDays(1));
        }
    }

    /** @param max waiting runs in the memory of a member; more stay in the database until they can run */
    public record Ready(@DefaultValue("200000") int max) {

        public Ready {
            SettingsException.require(
                    max >= 100 && max <= 10_000_000, "carillon.ready.max", max, "from 100 to 10000000");
        }
    }

    /** @param horizon how far ahead due times are kept in memory */
    public record Preload(@DefaultValue("60s") Duration horizon) {

        public Preload {
            SettingsException.requireBetween(
                    "carillon.preload.horizon", horizon, Duration.ofSeconds(20), Duration.ofHours(1));
        }
    }

    /** @param retention how long ended runs are kept */
    public record History(@DefaultValue("30d") Duration retention) {

        public History {
            SettingsException.requireBetween(
                    "carillon.history.retention", retention, Duration.ofDays(1), Duration.ofDays(3_650));
        }
    }
}
