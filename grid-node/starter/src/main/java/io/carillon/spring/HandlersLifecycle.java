package io.carillon.spring;

import io.carillon.member.CarillonMember;
import io.carillon.worker.CarillonWorker;
import io.carillon.worker.WorkerBuilder;
import io.carillon.worker.handler.JobHandler;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Takes runs for the handlers from when all beans are there until the application stops. */
final class HandlersLifecycle implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(HandlersLifecycle.class);

    private final CarillonProperties.Worker settings;
    private final @Nullable CarillonMember member;
    private final HandlerMethods methods;
    private volatile @Nullable CarillonWorker worker;

    /** @param member whose runs are taken; null: those of the cluster that the settings name */
    HandlersLifecycle(CarillonProperties.Worker settings, @Nullable CarillonMember member, HandlerMethods methods) {
        this.settings = settings;
        this.member = member;
        this.methods = methods;
    }

    @Override
    public void start() {
        Map<String, JobHandler> handlers = methods.find();
        if (handlers.isEmpty()) {
            log.info("no method says @JobHandler, so no runs are taken here");
            return;
        }
        if (member != null) {
            worker = member.startWorker(builder -> describe(builder, handlers));
        } else {
            WorkerBuilder builder = CarillonWorker.builder()
                    .grid(settings.grid())
                    .security(RemoteAccess.of(
                            "carillon.worker", settings.apiKey(), settings.apiKeyFile(), settings.tls()));
            describe(builder, handlers);
            worker = builder.start();
        }
        log.info(
                "handlers={} pool={} slots={}",
                handlers.keySet().stream().sorted().toList(),
                settings.pool(),
                settings.slots());
    }

    private void describe(WorkerBuilder builder, Map<String, JobHandler> handlers) {
        builder.pool(settings.pool()).slots(settings.slots()).shutdownGrace(settings.shutdownGrace());
        if (settings.id() != null) {
            builder.id(settings.id());
        }
        handlers.forEach(builder::handler);
    }

    @Nullable
    CarillonWorker worker() {
        return worker;
    }

    @Override
    public void stop() {
        CarillonWorker running = worker;
        worker = null;
        if (running != null) {
            running.close();
        }
    }

    @Override
    public boolean isRunning() {
        return worker != null;
    }

    @Override
    public boolean isPauseable() {
        return false;
    }

    @Override
    public int getPhase() {
        return ShutdownPhases.HANDLERS;
    }
}
