package io.carillon.app.wiring;

import io.carillon.app.settings.SecurityProperties;
import io.carillon.domain.access.KeyText;
import io.carillon.domain.access.Principal;
import io.carillon.domain.access.Role;
import io.carillon.engine.time.Secrets;
import io.carillon.gateway.access.AccessEvents;
import io.carillon.gateway.access.GrpcAccess;
import io.carillon.gateway.access.KeyRing;
import io.carillon.gateway.access.Need;
import io.carillon.gateway.api.ApiKeyDesk;
import io.carillon.gateway.api.AuditDesk;
import io.carillon.gateway.grpc.AccessInterceptor;
import io.carillon.gateway.grpc.GrpcCaller;
import io.carillon.gateway.grpc.WorkerEndpoint;
import io.carillon.gateway.rest.AccessFilter;
import io.carillon.gateway.rest.Callers;
import io.carillon.gateway.rest.RestAccess;
import io.carillon.gateway.rest.RestGate;
import io.carillon.member.wiring.Member;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.DispatcherType;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.grpc.server.GlobalServerInterceptor;

/** Who is let in: everybody, while access control is off, else whoever shows a good key. */
@Configuration(proxyBeanMethods = false)
class AccessConfiguration {

    private static final String ENABLED = "carillon.security.enabled";

    @Bean
    ApiKeyDesk apiKeyDesk(Member member, ObjectProvider<KeyRing> ring) {
        return new ApiKeyDesk(
                member.apiKeys(),
                member.time(),
                () -> Secrets.bytes(KeyText.SECRET_BYTES),
                () -> ring.ifAvailable(KeyRing::refresh));
    }

    @Bean
    AuditDesk auditDesk(Member member) {
        return new AuditDesk(member.auditLog(), member.time());
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = ENABLED, havingValue = "false", matchIfMissing = true)
    static class Open {

        @Bean
        Callers callers() {
            // From where a call comes is worth knowing also where nobody says who makes it.
            return request -> Principal.ANONYMOUS.from(request.getRemoteAddr());
        }

        @Bean
        GrpcCaller grpcCaller() {
            return GrpcCaller.anonymous();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = ENABLED, havingValue = "true")
    static class Guarded {

        @Bean
        AccessEvents accessEvents(MeterRegistry meters) {
            return new AccessMeters(meters);
        }

        /** Before any door opens the keys are known. */
        @Bean
        KeyRing keyRing(Member member, SecurityProperties settings) {
            KeyRing ring = new KeyRing(member.apiKeys(), member.time(), settings.outageGrace());
            ring.refresh();
            return ring;
        }

        @Bean(destroyMethod = "close")
        KeyWatch keyWatch(KeyRing ring, WorkerEndpoint workers) {
            ring.afterRefresh(workers::endRevoked);
            return new KeyWatch(ring);
        }

        @Bean
        FilterRegistrationBean<AccessFilter> accessFilter(
                KeyRing ring, AccessEvents events, SecurityProperties settings, Environment environment) {
            return filter(ring, events, settings, environment);
        }

        @Bean
        Callers callers() {
            return AccessFilter.callers();
        }

        /** Before every service, also those that the framework adds. */
        @Bean
        @GlobalServerInterceptor
        AccessInterceptor accessInterceptor(KeyRing ring, AccessEvents events) {
            return new AccessInterceptor(ring, GrpcAccess.calls(), events);
        }

        @Bean
        GrpcCaller grpcCaller() {
            return AccessInterceptor.callers();
        }
    }

    static FilterRegistrationBean<AccessFilter> filter(
            KeyRing ring, AccessEvents events, SecurityProperties settings, Environment environment) {
        String base = environment.getProperty("management.endpoints.web.base-path", "/actuator");
        Need metrics = new Need(Role.valueOf(settings.metricsRole().name()), true);
        RestGate gate = new RestGate(RestAccess.calls(), RestAccess.operations(base.replaceAll("/+$", ""), metrics));
        FilterRegistrationBean<AccessFilter> registration =
                new FilterRegistrationBean<>(new AccessFilter(ring, gate, events));
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        registration.setDispatcherTypes(DispatcherType.REQUEST);
        registration.setAsyncSupported(true);
        return registration;
    }
}
