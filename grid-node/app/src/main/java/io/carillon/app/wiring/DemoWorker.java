package io.carillon.app.wiring;

import io.carillon.worker.CarillonWorker;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A worker in the member's own process, over gRPC like any other, so that there is one to try things with. */
final class DemoWorker {

    private static final Logger log = LoggerFactory.getLogger(DemoWorker.class);

    private DemoWorker() {}

    static CarillonWorker start(String grpcAddress) {
        return CarillonWorker.builder()
                .grid(grpcAddress)
                .id("demo")
                .fallback(run -> {
                    log.info(
                            "demo_run job={} run={} attempt={} due={} payload={}",
                            run.jobName(),
                            run.runId(),
                            run.attempt(),
                            run.dueAt(),
                            run.payload());
                    return null;
                })
                .shutdownGrace(Duration.ofSeconds(5))
                .start();
    }
}
