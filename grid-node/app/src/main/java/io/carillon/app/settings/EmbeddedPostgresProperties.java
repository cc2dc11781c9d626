package io.carillon.app.settings;

import java.nio.file.Path;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The PostgreSQL a member brings itself when no {@code spring.datasource.url} is given.
 *
 * @param dir holds its data, which stay between runs
 * @param port on 127.0.0.1; 0: any free one
 */
@ConfigurationProperties("carillon.embedded-postgres")
public record EmbeddedPostgresProperties(
        @DefaultValue("./data/postgres") Path dir,
        @DefaultValue("0") int port) {

    public EmbeddedPostgresProperties {
        SettingsException.require(port >= 0 && port <= 65_535, "carillon.embedded-postgres.port", port, "0 to 65535");
    }
}
