package io.carillon.persistence.schema;

import java.time.LocalDate;
import java.time.format.DateTimeFormatter;

/** The tables that have a partition a day, and how a day is written in their bounds. */
enum DayTable {
    /**
     * Half of each page stays free: a run is updated two or three times soon after its insert, and a start in a wave stays
     * a heap-only update only if there is room beside the row.
     */
    RUNS("runs", "run_id", "WITH (fillfactor = 45, autovacuum_vacuum_scale_factor = 0.1)"),
    RUN_PAYLOADS("run_payloads", "run_id", ""),
    RUN_RESULTS("run_results", "run_id", ""),
    ATTEMPTS("attempts", "run_id", ""),
    /** Updated about once a second while a handler tells how far it is. */
    RUN_PROGRESS("run_progress", "run_id", "WITH (fillfactor = 70)"),
    RUN_CHECKPOINTS("run_checkpoints", "run_id", ""),
    RUN_LOGS("run_logs", "run_id", ""),
    IDEMPOTENCY_KEYS("idempotency_keys", "made_on", "");

    private final String table;
    private final String column;
    private final String storage;

    DayTable(String table, String column, String storage) {
        this.table = table;
        this.column = column;
        this.storage = storage;
    }

    String table() {
        return table;
    }

    /** The column the table is partitioned by. */
    String column() {
        return column;
    }

    /** Storage options of a partition: the partitioned table itself can have none. */
    String storage() {
        return storage;
    }

    boolean byRunId() {
        return this != IDEMPOTENCY_KEYS;
    }

    String defaultPartition() {
        return table + "_default";
    }

    String partition(LocalDate day) {
        return table + "_" + DateTimeFormatter.BASIC_ISO_DATE.format(day);
    }

    /** The day's beginning as an SQL literal; also the end, exclusive, of the day before. */
    String bound(LocalDate day) {
        return byRunId() ? "'" + RunDays.firstId(day) + "'::uuid" : "'" + day + "'::date";
    }

    /** The condition that a row is of the day. */
    String within(LocalDate day) {
        return column + " >= " + bound(day) + " AND " + column + " < " + bound(day.plusDays(1));
    }
}
