package io.carillon.app.wiring;

import io.carillon.app.settings.EmbeddedPostgresProperties;
import io.carillon.app.settings.EngineProperties;
import io.carillon.persistence.DurableStore;
import io.carillon.persistence.jdbc.StoreSettings;
import java.time.Duration;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** What an audit needs of a member's settings: its database, and how long history is kept. No grid, no doors. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableConfigurationProperties({EngineProperties.class, EmbeddedPostgresProperties.class})
@Import(DatabaseConfiguration.class)
public class AuditConfiguration {

    @Bean(destroyMethod = "close")
    DurableStore durableStore(Database database) {
        return DurableStore.open(StoreSettings.of(database.jdbcUrl(), database.username(), database.password()));
    }

    @Bean
    Duration historyRetention(EngineProperties engine) {
        return engine.history().retention();
    }
}
