package io.carillon.app.settings;

import java.util.Map;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/** What follows from access control for other settings: health, which anybody may ask for, says no more than how it is. */
public final class AccessSettings implements EnvironmentPostProcessor, Ordered {

    private static final Map<String, Object> FOLLOWING = Map.of(
            "management.endpoint.health.show-details", "never",
            "management.endpoint.health.show-components", "never");

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        Binder settings = Binder.get(environment);
        if (!settings.bind("carillon.security.enabled", Boolean.class).orElse(false)) {
            return;
        }
        if (settings.bind("carillon.demo.enabled", Boolean.class).orElse(false)) {
            throw new SettingsException(
                    "carillon.demo.enabled=true is not allowed with carillon.security.enabled=true: the"
                            + " demo's worker has no API key; start a worker with carillon.worker.api-key");
        }
        environment.getPropertySources().addFirst(new MapPropertySource("carillonAccess", FOLLOWING));
    }

    /** After all sources have been read. */
    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }
}
