package io.carillon.spring;

import io.carillon.client.CarillonClient;
import io.carillon.member.CarillonMember;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/**
 * A member over the application's DataSource, unless {@code carillon.member.enabled=false}; its handlers, unless {@code
 * carillon.worker.enabled=false}; and a client of whatever cluster that is.
 */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
            "org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
        })
@EnableConfigurationProperties(CarillonProperties.class)
public class CarillonAutoConfiguration {

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBooleanProperty(name = "carillon.member.enabled", matchIfMissing = true)
    static class Embedded {

        @Bean(destroyMethod = "close")
        @ConditionalOnMissingBean
        CarillonMember carillonMember(
                CarillonProperties settings,
                ObjectProvider<DataSource> pools,
                ObjectProvider<MeterRegistry> meters,
                ObjectProvider<SpanExporter> exporters) {
            return EmbeddedMember.start(
                    settings,
                    pools.getIfUnique(),
                    meters.getIfUnique(),
                    exporters.orderedStream().toList());
        }

        @Bean
        MemberLifecycle carillonMemberLifecycle(CarillonMember member) {
            return new MemberLifecycle(member);
        }

        /** Closed with the member. */
        @Bean(destroyMethod = "")
        @ConditionalOnMissingBean
        CarillonClient carillonClient(CarillonMember member) {
            return member.jobs();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBooleanProperty(name = "carillon.member.enabled", havingValue = false)
    static class Remote {

        @Bean(destroyMethod = "close")
        @ConditionalOnMissingBean
        CarillonClient carillonClient(CarillonProperties settings) {
            return CarillonClient.builder()
                    .target(settings.worker().grid().split("\\s*,\\s*", -1))
                    .security(RemoteAccess.of(
                            "carillon.client",
                            settings.client().apiKey(),
                            settings.client().apiKeyFile(),
                            settings.worker().tls()))
                    .build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBooleanProperty(name = "carillon.worker.enabled", matchIfMissing = true)
    static class Handlers {

        @Bean
        HandlersLifecycle carillonHandlers(
                CarillonProperties settings,
                ObjectProvider<CarillonMember> member,
                ConfigurableListableBeanFactory beans,
                ObjectProvider<JsonMapper> json) {
            return new HandlersLifecycle(settings.worker(), member.getIfAvailable(), new HandlerMethods(beans, json));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(HealthIndicator.class)
    @ConditionalOnBooleanProperty(name = "carillon.member.enabled", matchIfMissing = true)
    static class Health {

        @Bean
        @ConditionalOnMissingBean(name = "carillonHealthIndicator")
        HealthIndicator carillonHealthIndicator(CarillonMember member) {
            return new CarillonHealth(member);
        }
    }
}
