package io.carillon.app.settings;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;

/** Refuses the start when any source of settings names a {@code carillon.*} key that does not exist. */
public final class UnknownKeysCheck implements EnvironmentPostProcessor, Ordered {

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        Set<String> names = new LinkedHashSet<>();
        environment.getPropertySources().stream()
                .filter(EnumerablePropertySource.class::isInstance)
                .map(EnumerablePropertySource.class::cast)
                .forEach(source -> names.addAll(List.of(source.getPropertyNames())));
        List<String> complaints = KnownKeys.ofMember().complaints(names);
        if (!complaints.isEmpty()) {
            throw new SettingsException(String.join("; ", complaints));
        }
    }

    /** Last: every source has been read. */
    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }
}
