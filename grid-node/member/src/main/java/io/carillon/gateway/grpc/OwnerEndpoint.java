package io.carillon.gateway.grpc;

import io.carillon.domain.access.Principal;
import io.carillon.domain.quota.OwnerQuota;
import io.carillon.domain.quota.QuotaState;
import io.carillon.gateway.api.QuotaDesk;
import io.carillon.gateway.api.Violations;
import io.carillon.proto.v1.GetQuotaRequest;
import io.carillon.proto.v1.OwnerServiceGrpc;
import io.carillon.proto.v1.Quota;
import io.carillon.proto.v1.SetQuotaRequest;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;

/** Owners over gRPC; all of it asks the database, on the query threads. */
public final class OwnerEndpoint extends OwnerServiceGrpc.OwnerServiceImplBase {

    private final QuotaDesk desk;
    private final GrpcCaller caller;
    private final Executor queries;

    /** @param caller of the call that is being handled on this thread */
    public OwnerEndpoint(QuotaDesk desk, GrpcCaller caller, Executor queries) {
        this.desk = desk;
        this.caller = caller;
        this.queries = queries;
    }

    @Override
    public void getQuota(GetQuotaRequest request, StreamObserver<Quota> responses) {
        ask(responses, principal -> desk.state(principal, request.getOwnerId()));
    }

    @Override
    public void setQuota(SetQuotaRequest request, StreamObserver<Quota> responses) {
        ask(
                responses,
                principal -> desk.change(
                        principal,
                        request.getOwnerId(),
                        request.hasMaxRunning() ? request.getMaxRunning() : null,
                        request.hasMaxJobs() ? request.getMaxJobs() : null,
                        request.hasMaxExactJobs() ? request.getMaxExactJobs() : null,
                        new Violations()));
    }

    private void ask(StreamObserver<Quota> responses, Function<Principal, QuotaState> question) {
        Principal principal = caller.get();
        Answer.with(responses, () -> CompletableFuture.supplyAsync(() -> wire(question.apply(principal)), queries));
    }

    private static Quota wire(QuotaState state) {
        OwnerQuota quota = state.quota();
        Quota.Builder wire = Quota.newBuilder()
                .setOwnerId(quota.ownerId())
                .setMaxExactJobs(quota.maxExactJobs())
                .setExactJobs(state.exactJobs());
        if (quota.maxRunning() != null) {
            wire.setMaxRunning(quota.maxRunning());
        }
        if (quota.maxJobs() != null) {
            wire.setMaxJobs(quota.maxJobs());
        }
        if (state.jobs() != null) {
            wire.setJobs(state.jobs());
        }
        return wire.build();
    }
}
