package io.carillon.app.settings;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** @param overdueAfter how long a due time may have passed without anybody having planned it, before that is an alarm */
@ConfigurationProperties("carillon.watchdog")
public record WatchdogProperties(@DefaultValue("10s") Duration overdueAfter) {

    public WatchdogProperties {
        SettingsException.requireBetween(
                "carillon.watchdog.overdue-after", overdueAfter, Duration.ofSeconds(1), Duration.ofHours(1));
    }
}
