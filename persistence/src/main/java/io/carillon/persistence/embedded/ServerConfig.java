package io.carillon.persistence.embedded;

/**
 * The embedded server's configuration: two cores, a few gigabytes of memory, one member or a few. Durability stays as
 * PostgreSQL ships it: {@code fsync}, {@code synchronous_commit} and {@code full_page_writes} on.
 */
final class ServerConfig {

    static final String FILE = "carillon.conf";
    /** Appended to {@code postgresql.conf} once; whatever a user writes below it wins. */
    static final String INCLUDE = "\ninclude_if_exists = '" + FILE + "'\n";

    private ServerConfig() {}

    static String text(int port) {
        return """
                # Written at every start. Own settings belong at the end of postgresql.conf.
                listen_addresses = '127.0.0.1'
                port = %d
                unix_socket_directories = ''
                max_connections = 100
                # A statement over day partitions locks each of them.
                max_locks_per_transaction = 256

                shared_buffers = 256MB
                effective_cache_size = 1GB
                work_mem = 16MB
                maintenance_work_mem = 128MB
                random_page_cost = 1.1
                jit = off

                # No replicas: the shorter log will do.
                wal_level = minimal
                max_wal_senders = 0
                wal_buffers = 16MB
                min_wal_size = 256MB
                max_wal_size = 2GB
                checkpoint_timeout = 15min

                # job_state is rewritten all the time: look often, in small steps.
                autovacuum_max_workers = 2
                autovacuum_naptime = 10s

                timezone = 'UTC'
                log_timezone = 'UTC'
                log_checkpoints = off
                log_line_prefix = '%%m [%%p] '
                """.formatted(port);
    }
}
