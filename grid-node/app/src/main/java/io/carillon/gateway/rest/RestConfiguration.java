package io.carillon.gateway.rest;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.catalina.core.StandardHost;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.webmvc.autoconfigure.WebMvcRegistrations;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.method.support.HandlerMethodReturnValueHandler;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;

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
    ApiKeyController.class,
    AuditController.class,
    ScheduleController.class,
    ClusterController.class,
    ForecastController.class,
    StatisticsController.class,
    OpenApiController.class,
    Problems.class,
    ErrorPage.class
})
public class RestConfiguration {

    /** Owners answer every command, with a refusal at the latest after their own time limit; this is the last resort. */
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);

    @Bean
    WebMvcConfigurer knownParameters() {
        return new WebMvcConfigurer() {
            @Override
            public void addInterceptors(InterceptorRegistry registry) {
                registry.addInterceptor(new KnownParameters());
            }
        };
    }

    /** Before the framework's own, of which one would take any value of a REST controller. */
    @Bean
    WebMvcRegistrations deferredAnswers(Problems problems) {
        HandlerMethodReturnValueHandler deferred = new DeferredAnswers(problems, ANSWER_TIMEOUT);
        return new WebMvcRegistrations() {
            @Override
            public RequestMappingHandlerAdapter getRequestMappingHandlerAdapter() {
                return new RequestMappingHandlerAdapter() {
                    @Override
                    public void afterPropertiesSet() {
                        super.afterPropertiesSet();
                        List<HandlerMethodReturnValueHandler> all = new ArrayList<>();
                        all.add(deferred);
                        all.addAll(Objects.requireNonNull(getReturnValueHandlers()));
                        setReturnValueHandlers(all);
                    }
                };
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
