package io.carillon.app.wiring;

import io.carillon.app.settings.EmbeddedPostgresProperties;
import io.carillon.persistence.embedded.EmbeddedPostgres;
import io.carillon.persistence.embedded.EmbeddedPostgresSettings;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** The operator's PostgreSQL if one is named, else a real one of the member's own, whose data stay between runs. */
@Configuration(proxyBeanMethods = false)
class DatabaseConfiguration {

    private static final String URL = "spring.datasource.url";

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = URL)
    static class Given {

        @Bean
        Database database(Environment settings) {
            String url = settings.getRequiredProperty(URL);
            return new Database(
                    url,
                    settings.getProperty("spring.datasource.username", ""),
                    settings.getProperty("spring.datasource.password", ""),
                    "the PostgreSQL at " + url.replaceAll("\\?.*", ""));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = URL, matchIfMissing = true, havingValue = "none: an embedded one")
    static class Embedded {

        @Bean(destroyMethod = "close")
        EmbeddedPostgres embeddedPostgres(EmbeddedPostgresProperties settings) {
            return EmbeddedPostgres.start(
                    EmbeddedPostgresSettings.in(settings.dir()).withPort(settings.port()));
        }

        @Bean(destroyMethod = "close")
        EmbeddedPostgresKeeper embeddedPostgresKeeper(EmbeddedPostgres server) {
            return new EmbeddedPostgresKeeper(server);
        }

        @Bean
        Database database(EmbeddedPostgres server, EmbeddedPostgresProperties settings) {
            return new Database(
                    server.jdbcUrl(),
                    server.username(),
                    server.password(),
                    settings.dir().toAbsolutePath().normalize() + " (embedded PostgreSQL, kept between runs)");
        }
    }
}
