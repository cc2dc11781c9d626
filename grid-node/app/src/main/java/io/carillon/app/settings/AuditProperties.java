package io.carillon.app.settings;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** @param retention how long entries of the audit log are kept */
@ConfigurationProperties("carillon.audit")
public record AuditProperties(@DefaultValue("365d") Duration retention) {

    public AuditProperties {
        SettingsException.requireBetween(
                "carillon.audit.retention", retention, Duration.ofDays(1), Duration.ofDays(36_500));
    }
}
