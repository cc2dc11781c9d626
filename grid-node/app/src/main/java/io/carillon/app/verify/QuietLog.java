package io.carillon.app.verify;

import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingInitializationContext;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.core.env.StandardEnvironment;

/** Without an application context nobody sets the log up, and it would tell everything. */
final class QuietLog {

    private QuietLog() {}

    /** Warnings only, from now on. */
    static void begin() {
        LoggingSystem system = LoggingSystem.get(QuietLog.class.getClassLoader());
        system.beforeInitialize();
        system.initialize(new LoggingInitializationContext(new StandardEnvironment()), null, null);
        system.setLogLevel(LoggingSystem.ROOT_LOGGER_NAME, LogLevel.WARN);
    }
}
