package io.carillon.app.settings;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * @param enabled whether Hazelcast's Management Center is let in
 * @param port where, at the grid's address
 */
@ConfigurationProperties("carillon.management-center")
public record ManagementCenterProperties(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("5711") int port) {

    public ManagementCenterProperties {
        SettingsException.require(port >= 1 && port <= 65_535, "carillon.management-center.port", port, "1 to 65535");
    }
}
