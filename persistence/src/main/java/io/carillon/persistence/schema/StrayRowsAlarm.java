package io.carillon.persistence.schema;

/** Told how many rows lie in a default partition because no day of their own exists; normally 0. */
@FunctionalInterface
public interface StrayRowsAlarm {

    void strayRows(String table, long rows);
}
