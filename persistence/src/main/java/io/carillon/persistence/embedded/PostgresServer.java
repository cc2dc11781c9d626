package io.carillon.persistence.embedded;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/** The server process on one data directory, whether it runs or not. */
record PostgresServer(DataDirectory directory, PostgresPrograms programs, ServerAccount account) {

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(60);
    private static final Duration KILL_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration POLL = Duration.ofMillis(50);

    /** Starts it and waits until it answers, crash recovery included. */
    void start(int port, Duration timeout) {
        directory.configure(port, account);
        Command.Result result =
                control(timeout, "start", "-l", directory.logFile().toString());
        if (!result.ok()) {
            throw new EmbeddedPostgresException(
                    "the embedded PostgreSQL in " + directory.data() + " does not start: " + directory.lastLogLine());
        }
    }

    /** @param mode fast (ends all sessions, writes everything out) or immediate (the next start recovers) */
    void stop(String mode) {
        if (running().isEmpty()) {
            return;
        }
        Command.Result result = control(STOP_TIMEOUT, "stop", "-m", mode);
        if (!result.ok()) {
            throw new EmbeddedPostgresException("cannot stop the embedded PostgreSQL: " + result.lastLine());
        }
    }

    /** Kills every process of it, as a crash of the machine would. */
    void kill() {
        List<ProcessHandle> processes = new ArrayList<>();
        running().flatMap(PostmasterFile::process).ifPresent(postmaster -> {
            processes.add(postmaster);
            processes.addAll(postmaster.descendants().toList());
        });
        processes.forEach(ProcessHandle::destroyForcibly);
        processes.forEach(PostgresServer::awaitExit);
    }

    Optional<PostmasterFile> running() {
        return PostmasterFile.read(directory.data()).filter(PostmasterFile::alive);
    }

    /** Waits while it starts, recovers or stops; empty if it ends, or takes longer. */
    Optional<PostmasterFile> awaitReady(Duration timeout) {
        long polls = Math.max(1, timeout.dividedBy(POLL));
        for (long i = 0; i < polls && !Thread.currentThread().isInterrupted(); i++) {
            Optional<PostmasterFile> file = running();
            if (file.isEmpty() || file.get().ready()) {
                return file;
            }
            LockSupport.parkNanos(POLL.toNanos());
        }
        return Optional.empty();
    }

    /** True if the server at this port is the one on our data, and takes our password. */
    boolean answers(int port) {
        try (Connection connection = connect("postgres", port);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW data_directory")) {
            return row.next() && row.getString(1).equals(directory.data().toString());
        } catch (SQLException e) {
            return false;
        }
    }

    Connection connect(String database, int port) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", DataDirectory.SUPERUSER);
        properties.setProperty("password", directory.password());
        properties.setProperty("connectTimeout", "10");
        properties.setProperty("socketTimeout", "60");
        return DriverManager.getConnection("jdbc:postgresql://127.0.0.1:" + port + "/" + database, properties);
    }

    private Command.Result control(Duration timeout, String action, String... options) {
        List<String> command = new ArrayList<>(List.of(programs.path("pg_ctl"), action, "-w"));
        command.addAll(List.of("-t", String.valueOf(timeout.toSeconds())));
        command.addAll(List.of("-D", directory.data().toString()));
        command.addAll(List.of(options));
        return Command.run(account.command(command), timeout.plusSeconds(5));
    }

    private static void awaitExit(ProcessHandle process) {
        try {
            process.onExit().get(KILL_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            throw new EmbeddedPostgresException("process " + process.pid() + " of PostgreSQL cannot be killed", e);
        }
    }
}
