package io.carillon.worker.program;

import io.carillon.worker.CarillonWorker;
import io.carillon.worker.WorkerBuilder;
import io.carillon.worker.http.HttpTargetHandler;
import io.carillon.worker.runtime.Handlers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/** Starts the worker with the context, and drains it when the context closes. */
@SpringBootConfiguration(proxyBeanMethods = false)
class WorkerConfiguration {
    private static final Logger log = LoggerFactory.getLogger(WorkerConfiguration.class);

    @Bean(destroyMethod = "close")
    CarillonWorker worker(Environment environment) {
        WorkerSettings settings = WorkerSettings.read(environment);
        WorkerBuilder builder = CarillonWorker.builder()
                .grid(String.join(",", settings.grid()))
                .pool(settings.pool())
                .slots(settings.slots())
                .shutdownGrace(settings.shutdownGrace())
                .security(settings.security())
                .handler(
                        Handlers.HTTP,
                        new HttpTargetHandler(
                                settings.http().allowed(), settings.http().denied()));
        if (settings.id() != null) {
            builder.id(settings.id());
        }
        switch (settings.fallback()) {
            case LOG -> builder.fallback(new LogHandler());
            case NONE -> {}
        }
        CarillonWorker worker = builder.start();
        log.info(
                "event=worker-started id={} pool={} slots={} grid={} handlers=[{}] fallback={}",
                worker.id(),
                settings.pool(),
                settings.slots(),
                settings.grid(),
                Handlers.HTTP,
                settings.fallback());
        return worker;
    }
}
