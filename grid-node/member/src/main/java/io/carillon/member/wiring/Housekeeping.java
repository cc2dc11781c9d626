package io.carillon.member.wiring;

import io.carillon.domain.store.AlertStore;
import io.carillon.domain.store.AuditLog;
import io.carillon.domain.store.Duties;
import io.carillon.domain.store.StoreUnavailableException;
import io.carillon.domain.time.TimeSource;
import io.carillon.persistence.schema.PartitionKeeper;
import io.carillon.persistence.schema.PartitionRetention;
import io.carillon.persistence.schema.PartitionRetention.DayOutcome;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the day partitions ahead, on every member: once before anything is written, then every hour. And drops what is
 * older than the retention, on one member at a time. A member whose role does not own the tables finds the days made and leaves
 * dropping to whoever owns them.
 */
final class Housekeeping implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Housekeeping.class);

    private static final String DUTY = "retention";
    private static final Duration EVERY = Duration.ofHours(1);
    /** Members that start together may stand in each other's way. */
    private static final Duration AFTER_FAILURE = Duration.ofMinutes(1);
    /** A start has better things to do. */
    private static final Duration FIRST_DROP = Duration.ofMinutes(2);
    /** Longer than the pause: the same member goes on with it. */
    private static final Duration DUTY_TIME = Duration.ofMinutes(90);
    /** A key is good for a day at least, and a repeat of a written alert does not come later than that. */
    private static final int SHORT_DAYS = 2;
    /** Of one hour; the rest can wait. */
    private static final int AUDIT_PIECES_MAX = 1_000;

    private final PartitionKeeper partitions;
    private final PartitionRetention retention;
    private final Duties duties;
    private final AlertStore alerts;
    private final AuditLog audit;
    private final Duration auditRetention;
    private final TimeSource time;
    private final int retentionDays;
    private final MeterRegistry meters;
    private final AtomicLong refusedDays = new AtomicLong();
    private final String holder;
    private final StepThread ahead;
    private final StepThread dropping;

    Housekeeping(
            DataSource database,
            Duties duties,
            AlertStore alerts,
            AuditLog audit,
            TimeSource time,
            Duration retention,
            Duration auditRetention,
            MeterRegistry meters) {
        this.partitions = new PartitionKeeper(database, Housekeeping::strayRows);
        this.retention = new PartitionRetention(database);
        this.duties = duties;
        this.alerts = alerts;
        this.audit = audit;
        this.auditRetention = auditRetention;
        this.time = time;
        this.retentionDays = Math.toIntExact(retention.toDays());
        this.meters = meters;
        Gauge.builder("carillon.history.days.refused", refusedDays, AtomicLong::get)
                .description("Days beyond the retention that stay, since too many of their runs are dead or live")
                .register(meters);
        this.holder = new UUID(time.randomBits(), time.randomBits()).toString();
        Duration first = prepareSafely();
        this.ahead = StepThread.start("carillon-housekeeping", first, this::prepareSafely);
        this.dropping = StepThread.start("carillon-retention", FIRST_DROP, this::drop);
    }

    @Override
    public void close() {
        ahead.close();
        dropping.close();
    }

    /** Drops what is too old, if it is this member's turn. */
    Duration drop() {
        Instant now = time.now();
        try {
            if (duties.hold(DUTY, holder, now, now.plus(DUTY_TIME))) {
                LocalDate today = now.atZone(ZoneOffset.UTC).toLocalDate();
                if (retention.allowed()) {
                    drop(today);
                } else {
                    log.debug("history is dropped by whoever owns the schema");
                }
                alerts.forgetDelivered(
                        today.minusDays(SHORT_DAYS).atStartOfDay(ZoneOffset.UTC).toInstant());
                forgetAudit(now.minus(auditRetention));
            } else {
                refusedDays.set(0);
            }
        } catch (SQLException | StoreUnavailableException e) {
            log.warn("old history could not be dropped, trying again in {}", AFTER_FAILURE, e);
            return AFTER_FAILURE;
        }
        return EVERY;
    }

    private void drop(LocalDate today) throws SQLException {
        List<DayOutcome> outcomes = retention.dropRunsBefore(today.minusDays(retentionDays));
        long refused = 0;
        for (DayOutcome outcome : outcomes) {
            if (outcome instanceof DayOutcome.Dropped dropped) {
                meters.counter("carillon.history.days.dropped").increment();
                meters.counter("carillon.history.runs.kept").increment((double) dropped.kept());
            } else {
                refused++;
                log.warn("a day of history stays, since too many of its runs must be kept: {}", outcome);
            }
        }
        refusedDays.set(refused);
        retention.dropIdempotencyKeysBefore(today.minusDays(SHORT_DAYS));
        retention.dropRedrivesBefore(today.minusDays(retentionDays));
    }

    private void forgetAudit(Instant before) throws SQLException {
        for (int pieces = 0; pieces < AUDIT_PIECES_MAX && audit.forgetBefore(before) > 0; pieces++) {
            log.debug("a piece of the audit log was removed before={}", before);
        }
    }

    private static void strayRows(String table, long rows) {
        if (rows > 0) {
            log.warn("rows lie outside all days table={} rows={}", table, rows);
        }
    }

    private Duration prepareSafely() {
        try {
            partitions.prepare(time.now(), retentionDays);
        } catch (SQLException | RuntimeException e) {
            log.warn("day partitions could not be made, trying again in {}", AFTER_FAILURE, e);
            return AFTER_FAILURE;
        }
        return EVERY;
    }
}
