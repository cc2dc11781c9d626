package io.carillon.app.settings;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * @param endpoint where spans are sent, by OTLP over HTTP; null: none are made
 * @param ratio the share of runs and jobs that are traced
 */
@ConfigurationProperties("carillon.tracing")
public record TracingProperties(
        @Nullable String endpoint, @DefaultValue("1") double ratio) {

    public TracingProperties {
        if (endpoint != null && endpoint.isBlank()) {
            endpoint = null;
        }
        if (endpoint != null && !isHttp(endpoint)) {
            throw new SettingsException("carillon.tracing.endpoint must be an http or https URL, as"
                    + " http://127.0.0.1:4318/v1/traces, was " + endpoint);
        }
        if (!(ratio >= 0 && ratio <= 1)) {
            throw new SettingsException("carillon.tracing.ratio must be from 0 to 1, was " + ratio);
        }
    }

    private static boolean isHttp(String text) {
        try {
            URI uri = URI.create(text);
            return uri.getHost() != null && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
