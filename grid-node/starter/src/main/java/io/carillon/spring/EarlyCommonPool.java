package io.carillon.spring;

import io.carillon.member.CommonPool;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.core.env.ConfigurableEnvironment;

/** Sees to the common pool before any bean can touch it. */
public final class EarlyCommonPool implements EnvironmentPostProcessor {

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment settings, SpringApplication application) {
        if (settings.getProperty("carillon.member.enabled", Boolean.class, true)) {
            CommonPool.prepare();
        }
    }
}
