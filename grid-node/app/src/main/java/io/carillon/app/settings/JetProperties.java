package io.carillon.app.settings;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** @param enabled whether statistics are made by pipelines in the grid; no run depends on them */
@ConfigurationProperties("carillon.jet")
public record JetProperties(@DefaultValue("false") boolean enabled) {}
