package io.carillon.gateway.rest;

import io.carillon.domain.access.AuditEntry;
import io.carillon.domain.store.ClusterSize;
import io.carillon.engine.gateway.ConnectedWorker;
import io.carillon.gateway.api.AuditDesk;
import io.carillon.gateway.api.ClusterView;
import io.carillon.gateway.api.SizeDesk;
import io.carillon.gateway.api.Violations;
import io.carillon.gateway.json.JsonFields;
import io.carillon.gateway.json.JsonWriter;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Members, what each owns, the workers of this one, and how many members there are meant to be. */
@RestController
@RequestMapping(
        path = {"/cluster", "/v1/cluster"},
        produces = MediaType.APPLICATION_JSON_VALUE)
final class ClusterController {

    private final Supplier<ClusterView> cluster;
    private final SizeDesk desk;
    private final AuditDesk audit;
    private final Callers callers;

    ClusterController(Supplier<ClusterView> cluster, SizeDesk desk, AuditDesk audit, Callers callers) {
        this.cluster = cluster;
        this.desk = desk;
        this.audit = audit;
        this.callers = callers;
    }

    @GetMapping
    ResponseEntity<byte[]> get() {
        ClusterView view = cluster.get();
        return Answers.json(
                HttpStatus.OK,
                json -> json.text("member_id", view.memberId())
                        .number("expected_size", view.expectedSize())
                        .object("cp", cp -> cp(cp, view.cp()))
                        .objects("members", view.members(), ClusterController::member)
                        .number("shards_served", view.shardsServed())
                        .number("armed_jobs", view.armedJobs())
                        .number("live_runs", view.liveRuns())
                        .seconds("clock_error_bound_s", view.clockErrorBound())
                        .object("time_zones", zones -> timeZones(zones, view.timeZones()))
                        .objects("workers", view.workers(), ClusterController::worker));
    }

    @PutMapping("/size")
    ResponseEntity<byte[]> resize(
            HttpServletRequest request, @RequestParam(name = "force", defaultValue = "false") boolean force)
            throws IOException {
        Violations violations = new Violations();
        JsonFields fields = JsonFields.of(Bodies.json(request), violations);
        Integer expected = fields.integer("expected_size");
        Integer cpMembers = fields.integer("cp_members");
        fields.refuseUnknown();
        ClusterSize size = desk.change(expected, cpMembers, force, violations);
        audit.done(
                callers.of(request),
                "cluster.resized",
                "cluster",
                AuditEntry.values(
                        "expected_size", size.expected(),
                        "former_size", size.former(),
                        "cp_members", size.cpMembers()));
        return Answers.json(
                HttpStatus.OK,
                json -> json.number("expected_size", size.expected())
                        .number("former_size", size.former())
                        .number("cp_members", size.cpMembers()));
    }

    private static void cp(JsonWriter json, ClusterView.Cp cp) {
        json.number("seats", cp.seats()).number("members", cp.members()).bool("whole", cp.whole());
    }

    private static void timeZones(JsonWriter json, ClusterView.TimeZones zones) {
        json.text("tz_version", zones.version())
                .text("runtime_tz_version", zones.runtimeVersion())
                .number("edition", zones.edition())
                .number("shards_behind", zones.shardsBehind())
                .number("jobs_replanned", zones.jobsReplanned())
                .number("next_times_moved", zones.nextTimesMoved());
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
