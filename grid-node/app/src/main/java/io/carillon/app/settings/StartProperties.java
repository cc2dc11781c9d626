package io.carillon.app.settings;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * @param databaseWait how long a member that is started waits for PostgreSQL to answer, since the two are often started together; what
 *     answers and refuses is not waited for
 */
@ConfigurationProperties("carillon.start")
public record StartProperties(@DefaultValue("60s") Duration databaseWait) {

    public StartProperties {
        SettingsException.requireBetween(
                "carillon.start.database-wait", databaseWait, Duration.ZERO, Duration.ofHours(1));
    }
}
