package io.carillon.gateway.grpc;

import io.carillon.engine.gateway.WorkerProfile;
import io.carillon.gateway.api.JobRules;
import io.carillon.gateway.api.Problem;
import io.carillon.gateway.api.Violations;
import io.carillon.proto.v1.Hello;
import java.util.HashSet;

/** What a worker may say of itself. */
final class HelloRules {

    private static final int HANDLERS_MAX = 1_000;

    private HelloRules() {}

    /** @throws io.carillon.gateway.api.ProblemException naming what is wrong */
    static WorkerProfile profile(Hello hello) {
        Violations violations = new Violations();
        JobRules.checkName("worker_id", hello.getWorkerId(), violations);
        String pool = hello.getPool().isEmpty() ? JobRules.POOL_DEFAULT : hello.getPool();
        JobRules.checkName("pool", pool, violations);
        if (hello.getHandlersCount() > HANDLERS_MAX) {
            violations.add("handlers", "must be at most " + HANDLERS_MAX);
        }
        hello.getHandlersList().forEach(handler -> JobRules.checkName("handlers", handler, violations));
        if (hello.getHandlersCount() == 0 && !hello.getAnyHandler()) {
            violations.add("handlers", "must name one, unless any_handler is set");
        }
        if (hello.getSlots() < 1 || hello.getSlots() > WorkerProfile.SLOTS_MAX) {
            violations.add("slots", "must be from 1 to " + WorkerProfile.SLOTS_MAX);
        }
        if (!violations.isEmpty()) {
            throw Problem.invalid(violations.list()).toException();
        }
        return new WorkerProfile(
                hello.getWorkerId(),
                pool,
                new HashSet<>(hello.getHandlersList()),
                hello.getAnyHandler(),
                hello.getSlots());
    }
}
