package io.carillon.app.wiring;

import io.carillon.app.settings.SecurityProperties;
import io.carillon.gateway.access.AccessEvents;
import io.carillon.gateway.access.KeyRing;
import io.carillon.gateway.rest.AccessFilter;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextType;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/** The same filter for the server of {@code management.server.port}, to which the filters of the other one do not belong. */
@ManagementContextConfiguration(value = ManagementContextType.CHILD, proxyBeanMethods = false)
@ConditionalOnProperty(name = "carillon.security.enabled", havingValue = "true")
class ManagementAccess {

    @Bean
    FilterRegistrationBean<AccessFilter> managementAccessFilter(
            KeyRing ring, AccessEvents events, SecurityProperties settings, Environment environment) {
        return AccessConfiguration.filter(ring, events, settings, environment);
    }
}
