package io.carillon.app.wiring;

/**
 * The PostgreSQL this member uses.
 *
 * @param place what to tell the operator about where the data lives
 */
record Database(String jdbcUrl, String username, String password, String place) {

    /** The password stays out of logs. */
    @Override
    public String toString() {
        return "Database[" + jdbcUrl + "]";
    }
}
