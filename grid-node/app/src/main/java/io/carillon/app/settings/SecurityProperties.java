package io.carillon.app.settings;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** @param insecure listening beyond loopback without authentication was asked for */
@ConfigurationProperties("carillon.security")
public record SecurityProperties(@DefaultValue("false") boolean insecure) {}
