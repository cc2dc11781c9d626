package io.carillon.gateway.rest;

import org.apache.catalina.core.StandardHost;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** The REST door. Needs the desks, the history, the preview, the cluster's view, the time and the callers as beans. */
@Configuration(proxyBeanMethods = false)
@Import({
    JobController.class,
    JobBatchController.class,
    JobEditController.class,
    BackfillController.class,
    RunController.class,
    LedgerController.class,
    ExplainController.class,
    DeadLetterController.class,
    AlertController.class,
    QuotaController.class,
    ScheduleController.class,
    ClusterController.class,
    OpenApiController.class,
    Problems.class,
    ErrorPage.class
})
public class RestConfiguration {

    @Bean
    WebMvcConfigurer knownParameters() {
        return new WebMvcConfigurer() {
            @Override
            public void addInterceptors(InterceptorRegistry registry) {
                registry.addInterceptor(new KnownParameters());
            }
        };
    }

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> containerErrors() {
        return factory -> factory.addContextCustomizers(context -> {
            if (context.getParent() instanceof StandardHost host) {
                host.setErrorReportValveClass(ContainerErrors.class.getName());
            }
        });
    }
}
