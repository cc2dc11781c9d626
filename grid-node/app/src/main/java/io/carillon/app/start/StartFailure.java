package io.carillon.app.start;

import io.carillon.app.settings.SettingsException;
import io.carillon.engine.grid.GridStartException;
import io.carillon.member.wiring.StartException;
import io.carillon.persistence.embedded.EmbeddedPostgresException;
import java.net.BindException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.flywaydb.core.api.FlywayException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.web.server.PortInUseException;

/**
 * Why a member did not start: one line that says what is wrong and what to do, and the exit code.
 *
 * @param exitCode 1: the start failed; 2: the settings are bad
 */
public record StartFailure(String line, int exitCode) {

    /** Settings whose values are nobody's to read. */
    private static final Pattern SECRET = Pattern.compile("password|secret|key|token|credential");

    public static StartFailure of(Throwable failure) {
        List<Throwable> chain = chain(failure);
        return foreseen(failure)
                .orElseGet(() ->
                        new StartFailure("cannot start: " + oneLine(String.valueOf(chain.get(chain.size() - 1))), 1));
    }

    /** Empty where the line alone would not help, so that the failure must be logged in full. */
    static Optional<StartFailure> foreseen(Throwable failure) {
        return chain(failure).stream()
                .map(StartFailure::known)
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<StartFailure> known(Throwable cause) {
        if (cause instanceof SettingsException) {
            return Optional.of(new StartFailure("bad settings: " + text(cause), 2));
        }
        if (cause instanceof org.springframework.boot.context.properties.bind.BindException bind) {
            return Optional.of(new StartFailure(ofBinding(bind), 2));
        }
        if (cause instanceof StartException || cause instanceof GridStartException) {
            return Optional.of(new StartFailure("cannot start: " + text(cause), 1));
        }
        if (cause instanceof EmbeddedPostgresException) {
            return Optional.of(new StartFailure("cannot start the embedded PostgreSQL: " + text(cause), 1));
        }
        if (cause instanceof PortInUseException port) {
            return Optional.of(new StartFailure(portTaken(port.getPort(), "--server.port"), 1));
        }
        if (cause instanceof FlywayException || cause instanceof SQLException) {
            return Optional.of(new StartFailure(
                    "cannot start: PostgreSQL at spring.datasource.url cannot be used: " + ofDatabase(cause), 1));
        }
        if (cause instanceof BindException) {
            return Optional.of(new StartFailure(
                    "cannot start: a port is taken (" + text(cause)
                            + "); choose another with --server.port, --spring.grpc.server.port or"
                            + " --carillon.cluster.port",
                    1));
        }
        return Optional.empty();
    }

    static String portTaken(int port, String option) {
        return "cannot start: port " + port + " is taken; choose another with " + option + "=PORT";
    }

    /** A binding fails with the key in its own message and the reason, ours if it is a range, deeper down. */
    private static String ofBinding(org.springframework.boot.context.properties.bind.BindException bind) {
        for (Throwable cause : chain(bind)) {
            if (cause instanceof SettingsException) {
                return "bad settings: " + text(cause);
            }
        }
        ConfigurationPropertyName name = bind.getName();
        @Nullable
        Object value = bind.getProperty() == null ? null : bind.getProperty().getValue();
        List<Throwable> chain = chain(bind);
        boolean secret = SECRET.matcher(name.toString()).find();
        return "bad settings: " + name + (value == null || secret ? "" : "=" + value) + " cannot be read: "
                + text(chain.get(chain.size() - 1));
    }

    /** What the driver said; around it others only repeat it at length. */
    private static String ofDatabase(Throwable failure) {
        return chain(failure).stream()
                .filter(SQLException.class::isInstance)
                .reduce((outer, inner) -> inner)
                .map(StartFailure::text)
                .orElseGet(() -> text(failure));
    }

    private static List<Throwable> chain(Throwable failure) {
        List<Throwable> chain = new ArrayList<>();
        for (Throwable cause = failure; cause != null && !chain.contains(cause); cause = cause.getCause()) {
            chain.add(cause);
        }
        return chain;
    }

    private static String text(Throwable cause) {
        return oneLine(cause.getMessage() == null ? cause.toString() : cause.getMessage());
    }

    private static String oneLine(String text) {
        return text.strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
