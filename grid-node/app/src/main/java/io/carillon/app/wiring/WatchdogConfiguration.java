package io.carillon.app.wiring;

import io.carillon.app.demand.PoolDemand;
import io.carillon.app.settings.EngineProperties;
import io.carillon.app.settings.WatchdogProperties;
import io.carillon.app.watchdog.WatchLimits;
import io.carillon.app.watchdog.Watchdog;
import io.carillon.app.watchdog.WatchdogHealth;
import io.carillon.member.wiring.Member;
import io.carillon.persistence.jdbc.StoreSettings;
import io.carillon.persistence.read.PgWatchStore;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The watch beside a member: it has nothing of it but the address of its database. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(WatchdogProperties.class)
class WatchdogConfiguration {

    @Bean(destroyMethod = "close")
    PgWatchStore watchStore(Database database) {
        return PgWatchStore.open(StoreSettings.of(database.jdbcUrl(), database.username(), database.password()));
    }

    /** @param member opened first, so that there is a schema to look at */
    @Bean(destroyMethod = "close")
    Watchdog watchdog(
            PgWatchStore store,
            WatchdogProperties settings,
            EngineProperties engine,
            MeterRegistry meters,
            @SuppressWarnings("unused") Member member) {
        return Watchdog.start(
                store, WatchLimits.of(settings.overdueAfter(), engine.timeout().grace()), meters);
    }

    @Bean(destroyMethod = "close")
    PoolDemand poolDemand(PgWatchStore store, MeterRegistry meters, @SuppressWarnings("unused") Member member) {
        return PoolDemand.start(store, meters);
    }

    @Bean
    WatchdogHealth watchdogHealth(Watchdog watchdog) {
        return new WatchdogHealth(watchdog);
    }
}
