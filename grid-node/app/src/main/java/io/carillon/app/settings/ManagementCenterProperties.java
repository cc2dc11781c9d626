package io.carillon.app.settings;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** @param enabled whether Hazelcast's Management Center is let in at the grid's port */
@ConfigurationProperties("carillon.management-center")
public record ManagementCenterProperties(
        @DefaultValue("false") boolean enabled) {}
