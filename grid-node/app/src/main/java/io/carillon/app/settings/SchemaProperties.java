package io.carillon.app.settings;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** @param migrate whether a member brings the schema up to date when it starts; else the command {@code migrate} must have */
@ConfigurationProperties("carillon.schema")
public record SchemaProperties(@DefaultValue("true") boolean migrate) {}
