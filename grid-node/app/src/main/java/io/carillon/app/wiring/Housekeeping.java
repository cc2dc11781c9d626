package io.carillon.app.wiring;

import io.carillon.domain.time.TimeSource;
import io.carillon.persistence.schema.PartitionKeeper;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the day partitions ahead: once before anything is written, then every hour. */
final class Housekeeping implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Housekeeping.class);

    private static final Duration EVERY = Duration.ofHours(1);

    private final PartitionKeeper partitions;
    private final TimeSource time;
    private final int retentionDays;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread keeper = new Thread(task, "carillon-housekeeping");
        keeper.setDaemon(true);
        return keeper;
    });

    @SuppressWarnings("FutureReturnValueIgnored") // prepareSafely() lets nothing escape
    Housekeeping(DataSource database, TimeSource time, Duration retention) {
        this.partitions = new PartitionKeeper(database, Housekeeping::strayRows);
        this.time = time;
        this.retentionDays = Math.toIntExact(retention.toDays());
        prepareSafely();
        thread.scheduleWithFixedDelay(this::prepareSafely, EVERY.toMinutes(), EVERY.toMinutes(), TimeUnit.MINUTES);
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }

    private static void strayRows(String table, long rows) {
        if (rows > 0) {
            log.warn("rows lie outside all days table={} rows={}", table, rows);
        }
    }

    private void prepareSafely() {
        try {
            partitions.prepare(time.now(), retentionDays);
        } catch (SQLException | RuntimeException e) {
            log.warn("day partitions could not be made, trying again in {}", EVERY, e);
        }
    }
}
