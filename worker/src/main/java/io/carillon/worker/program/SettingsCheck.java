package io.carillon.worker.program;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;

/**
 * Refuses the start when a setting is unknown or cannot be. A listener of this program alone, since a member has this library
 * on its class path, too.
 */
final class SettingsCheck implements ApplicationListener<ApplicationEnvironmentPreparedEvent>, Ordered {

    @Override
    public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
        check(event.getEnvironment());
    }

    static void check(ConfigurableEnvironment environment) {
        Set<String> names = new LinkedHashSet<>();
        environment.getPropertySources().stream()
                .filter(EnumerablePropertySource.class::isInstance)
                .map(EnumerablePropertySource.class::cast)
                .forEach(source -> names.addAll(List.of(source.getPropertyNames())));
        List<String> complaints = KnownKeys.complaints(names);
        if (!complaints.isEmpty()) {
            throw new SettingsException(String.join("; ", complaints));
        }
        WorkerSettings.read(environment);
    }

    /** Last: every source has been read. */
    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }
}
