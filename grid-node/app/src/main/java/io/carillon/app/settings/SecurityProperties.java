package io.carillon.app.settings;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Who may come in.
 *
 * @param enabled every call but health asks for an API key
 * @param insecure listening beyond loopback without authentication was asked for
 * @param outageGrace how long the keys last heard of stay good while PostgreSQL is away
 * @param metricsRole that metrics ask for, of a key of all owners
 */
@ConfigurationProperties("carillon.security")
public record SecurityProperties(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("false") boolean insecure,
        @DefaultValue("1h") Duration outageGrace,
        @DefaultValue("admin") MetricsRole metricsRole) {

    public enum MetricsRole {
        VIEWER,
        OPERATOR,
        ADMIN
    }

    public SecurityProperties {
        SettingsException.requireBetween(
                "carillon.security.outage-grace", outageGrace, Duration.ofSeconds(10), Duration.ofDays(7));
    }
}
