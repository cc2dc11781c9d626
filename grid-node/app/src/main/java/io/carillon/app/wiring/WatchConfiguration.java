package io.carillon.app.wiring;

import io.carillon.app.settings.EmbeddedPostgresProperties;
import io.carillon.app.settings.EngineProperties;
import io.carillon.app.settings.WatchdogProperties;
import io.carillon.app.watchdog.WatchLimits;
import io.carillon.persistence.jdbc.StoreSettings;
import io.carillon.persistence.read.PgWatchStore;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** What the command {@code watch} needs of a member's settings: its database, and when something is late. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableConfigurationProperties({EngineProperties.class, WatchdogProperties.class, EmbeddedPostgresProperties.class})
@Import(DatabaseConfiguration.class)
public class WatchConfiguration {

    @Bean(destroyMethod = "close")
    PgWatchStore watchStore(Database database) {
        return PgWatchStore.open(StoreSettings.of(database.jdbcUrl(), database.username(), database.password()));
    }

    @Bean
    WatchLimits watchLimits(WatchdogProperties watchdog, EngineProperties engine) {
        return WatchLimits.of(watchdog.overdueAfter(), engine.timeout().grace());
    }
}
