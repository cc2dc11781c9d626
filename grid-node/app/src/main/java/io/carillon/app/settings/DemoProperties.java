package io.carillon.app.settings;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** @param enabled a demo worker runs in the member's process; {@code --demo} for short */
@ConfigurationProperties("carillon.demo")
public record DemoProperties(@DefaultValue("false") boolean enabled) {}
