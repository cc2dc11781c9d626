package io.carillon.app.wiring;

import io.carillon.app.settings.TracingProperties;
import io.carillon.gateway.grpc.TraceInterceptor;
import io.carillon.gateway.rest.TraceFilter;
import io.carillon.member.tracing.Traces;
import io.carillon.worker.http.JdkHttpClient;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.grpc.server.GlobalServerInterceptor;

/** Spans to a collector, if there is one; without it nothing of this is there. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(TracingProperties.class)
class TracingConfiguration {

    /** Closed by the member, which writes to it until its own end. */
    @Bean(destroyMethod = "")
    Traces traces(TracingProperties settings, MeterRegistry meters) {
        String endpoint = settings.endpoint();
        if (endpoint == null) {
            return Traces.NONE;
        }
        // The exporter's client would be the first one, and webhooks could name no host any more.
        JdkHttpClient.prepare();
        return Traces.to(OtlpHttpSpanExporter.builder().setEndpoint(endpoint).build(), settings.ratio(), meters);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty("carillon.tracing.endpoint")
    static class Doors {

        @Bean
        FilterRegistrationBean<TraceFilter> traceFilter() {
            FilterRegistrationBean<TraceFilter> registration = new FilterRegistrationBean<>(new TraceFilter());
            // After access control: who has no good key leaves no trace.
            registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 1);
            registration.setAsyncSupported(true);
            return registration;
        }

        @Bean
        @GlobalServerInterceptor
        TraceInterceptor traceInterceptor() {
            return new TraceInterceptor();
        }
    }
}
