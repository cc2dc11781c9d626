package io.carillon.app.demo;

import io.carillon.worker.CarillonWorker;
import io.carillon.worker.http.CidrBlock;
import io.carillon.worker.http.HttpTargetHandler;
import io.carillon.worker.runtime.Handlers;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A worker in the member's own process, over gRPC like any other, so that there is one to try things with. It calls HTTP
 * targets on this machine, and writes every run whose handler nobody registered to the log.
 */
public final class DemoWorker implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(DemoWorker.class);

    private static final List<CidrBlock> THIS_MACHINE =
            List.of(CidrBlock.parse("127.0.0.0/8"), CidrBlock.parse("::1/128"));

    private final CarillonWorker worker;

    private DemoWorker(CarillonWorker worker) {
        this.worker = worker;
    }

    /** @param grpcAddress of the member, {@code host:port} */
    public static DemoWorker start(String grpcAddress) {
        return new DemoWorker(CarillonWorker.builder()
                .grid(grpcAddress)
                .id("demo")
                .handler(Handlers.HTTP, new HttpTargetHandler(THIS_MACHINE))
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
                .start());
    }

    /** Lets runs at work end for a moment, then hands them back. */
    @Override
    public void close() {
        worker.close();
    }
}
