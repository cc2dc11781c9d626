package io.carillon.app.wiring;

import io.carillon.app.settings.EmbeddedPostgresProperties;
import io.carillon.persistence.DurableStore;
import io.carillon.persistence.jdbc.StoreSettings;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** What the making of a key needs of a member's settings: its database. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableConfigurationProperties(EmbeddedPostgresProperties.class)
@Import(DatabaseConfiguration.class)
public class KeysConfiguration {

    @Bean(destroyMethod = "close")
    DurableStore durableStore(Database database) {
        return DurableStore.open(StoreSettings.of(database.jdbcUrl(), database.username(), database.password()));
    }
}
