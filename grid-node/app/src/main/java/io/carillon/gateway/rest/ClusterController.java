package io.carillon.gateway.rest;

import io.carillon.engine.gateway.ConnectedWorker;
import io.carillon.gateway.json.JsonWriter;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Members, what each owns, and the workers of this one. */
@RestController
@RequestMapping(
        path = {"/cluster", "/v1/cluster"},
        produces = MediaType.APPLICATION_JSON_VALUE)
final class ClusterController {

    private final Supplier<ClusterView> cluster;

    ClusterController(Supplier<ClusterView> cluster) {
        this.cluster = cluster;
    }

    @GetMapping
    ResponseEntity<byte[]> get() {
        ClusterView view = cluster.get();
        return Answers.json(
                HttpStatus.OK,
                json -> json.text("member_id", view.memberId())
                        .objects("members", view.members(), ClusterController::member)
                        .number("shards_served", view.shardsServed())
                        .number("armed_jobs", view.armedJobs())
                        .number("live_runs", view.liveRuns())
                        .seconds("clock_error_bound_s", view.clockErrorBound())
                        .objects("workers", view.workers(), ClusterController::worker));
    }

    private static void member(JsonWriter json, ClusterView.Member member) {
        json.text("member_id", member.memberId())
                .text("address", member.address())
                .number("partitions", member.partitions());
    }

    private static void worker(JsonWriter json, ConnectedWorker worker) {
        json.text("worker_id", worker.profile().workerId())
                .text("pool", worker.profile().pool())
                .texts("handlers", new TreeSet<>(worker.profile().handlers()))
                .bool("any_handler", worker.profile().anyHandler())
                .number("slots", worker.profile().slots())
                .number("free", worker.free())
                .number("held", worker.held())
                .bool("draining", worker.draining());
    }
}
