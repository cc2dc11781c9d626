package io.carillon.app.settings;

import java.util.List;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;

/**
 * Reads all settings of a member once before anything is opened: a bad one is refused at once, and not after a PostgreSQL was
 * started for it, or shards were taken from others.
 */
public final class EverySettingCheck implements EnvironmentPostProcessor, Ordered {

    static final List<Class<? extends Record>> ALL = List.of(
            AlertProperties.class,
            AuditProperties.class,
            ClusterProperties.class,
            DemoProperties.class,
            EmbeddedPostgresProperties.class,
            EngineProperties.class,
            JetProperties.class,
            ManagementCenterProperties.class,
            RedriveProperties.class,
            SchemaProperties.class,
            SecurityProperties.class,
            StartProperties.class,
            TracingProperties.class,
            WatchdogProperties.class);

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        check(environment);
    }

    /** @throws RuntimeException the one that reading a setting into its bean would throw */
    static void check(Environment environment) {
        Binder settings = Binder.get(environment);
        for (Class<? extends Record> type : ALL) {
            var unused = settings.bindOrCreate(prefixOf(type), type);
        }
    }

    private static String prefixOf(Class<?> type) {
        ConfigurationProperties properties = type.getAnnotation(ConfigurationProperties.class);
        if (properties == null) {
            throw new IllegalStateException(type + " is no settings class");
        }
        return properties.value();
    }

    /** Last: every source has been read. */
    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }
}
