package io.carillon.gateway.grpc;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.run.RunStatus;
import io.carillon.gateway.api.Ids;
import io.carillon.gateway.api.LedgerDesk;
import io.carillon.gateway.api.LedgerPage;
import io.carillon.gateway.api.RunExplainer;
import io.carillon.gateway.api.TimeExplainer;
import io.carillon.gateway.api.Violations;
import io.carillon.gateway.api.Words;
import io.carillon.proto.v1.ExplainRunRequest;
import io.carillon.proto.v1.ExplainTimeRequest;
import io.carillon.proto.v1.GetLedgerRequest;
import io.carillon.proto.v1.JobLedger;
import io.carillon.proto.v1.LedgerServiceGrpc;
import io.carillon.proto.v1.RunExplanation;
import io.carillon.proto.v1.TimeExplanation;
import io.grpc.stub.StreamObserver;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The ledger and explanations over gRPC; what asks the database does so on the query threads. */
public final class LedgerEndpoint extends LedgerServiceGrpc.LedgerServiceImplBase {

    private final LedgerDesk desk;
    private final RunExplainer runs;
    private final TimeExplainer times;
    private final GrpcCaller caller;
    private final Executor queries;

    /** @param caller of the call that is being handled on this thread */
    public LedgerEndpoint(
            LedgerDesk desk, RunExplainer runs, TimeExplainer times, GrpcCaller caller, Executor queries) {
        this.desk = desk;
        this.runs = runs;
        this.times = times;
        this.caller = caller;
        this.queries = queries;
    }

    @Override
    public void getLedger(GetLedgerRequest request, StreamObserver<JobLedger> responses) {
        ask(responses, principal -> {
            Violations violations = new Violations();
            JobId job = Ids.jobId(request.getJobId());
            Instant from = request.hasFrom() ? WireTime.instant("from", request.getFrom(), violations) : null;
            Instant to = request.hasTo() ? WireTime.instant("to", request.getTo(), violations) : null;
            int limit = request.getLimit();
            if (limit < 0 || limit > LedgerDesk.LIMIT_MAX) {
                violations.add("limit", "must be from 1 to " + LedgerDesk.LIMIT_MAX + ", or 0 for the default");
            }
            String cursor = RequestFields.cursor(request.getCursor(), violations);
            RequestFields.check(violations);
            return wire(desk.page(principal, job, from, to, limit == 0 ? LedgerDesk.LIMIT_MAX : limit, cursor));
        });
    }

    @Override
    public void explainRun(ExplainRunRequest request, StreamObserver<RunExplanation> responses) {
        ask(responses, principal -> ExplainWire.run(runs.explain(principal, Ids.runId(request.getRunId()))));
    }

    @Override
    public void explainTime(ExplainTimeRequest request, StreamObserver<TimeExplanation> responses) {
        ask(responses, principal -> {
            JobId job = Ids.jobId(request.getJobId());
            @Nullable String at = request.getAt().isEmpty() ? null : request.getAt();
            return ExplainWire.time(times.explain(principal, job, at));
        });
    }

    private <T> void ask(StreamObserver<T> responses, Function<Principal, T> call) {
        Principal principal = caller.get();
        Answer.with(responses, () -> CompletableFuture.supplyAsync(() -> call.apply(principal), queries));
    }

    private static JobLedger wire(LedgerPage page) {
        JobLedger.Builder wire = JobLedger.newBuilder()
                .setJobId(page.job().toString())
                .setFrom(WireTime.timestamp(page.from()))
                .setTo(WireTime.timestamp(page.tally().countedTo()))
                .setPlannedThrough(WireTime.timestamp(page.plannedThrough()))
                .setExpected(page.tally().expected())
                .setUnaccounted(page.tally().unaccounted())
                .setNextCursor(Objects.requireNonNullElse(page.nextCursor(), ""));
        page.runs()
                .forEach(run -> wire.addRunsBuilder()
                        .setNominalAt(WireTime.timestamp(run.nominalAt()))
                        .setRunId(run.id().toString())
                        .setStatus(Words.of(RunStatus.of(run, page.now()))));
        page.skips()
                .forEach(skip -> wire.addSkipsBuilder()
                        .setNominalFirst(WireTime.timestamp(skip.range().nominalFirst()))
                        .setNominalLast(WireTime.timestamp(skip.range().nominalLast()))
                        .setN(skip.range().n())
                        .setReason(Words.of(skip.range().reason()))
                        .setOpen(skip.open()));
        page.tally()
                .discrepancies()
                .forEach(each -> wire.addDiscrepanciesBuilder()
                        .setKind(Words.of(each.kind()))
                        .setNominalAt(WireTime.timestamp(each.nominalAt()))
                        .setN(each.n()));
        return wire.build();
    }
}
