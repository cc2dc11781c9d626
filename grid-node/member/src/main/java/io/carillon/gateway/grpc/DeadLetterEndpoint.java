package io.carillon.gateway.grpc;

import com.google.protobuf.ByteString;
import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.Uuids;
import io.carillon.domain.store.DeadLetter;
import io.carillon.domain.store.Page;
import io.carillon.domain.store.Redrive;
import io.carillon.domain.store.RunFilter;
import io.carillon.domain.store.RunView;
import io.carillon.domain.time.TimeSource;
import io.carillon.gateway.api.DeadLetterDesk;
import io.carillon.gateway.api.Ids;
import io.carillon.gateway.api.JobDesk;
import io.carillon.gateway.api.Problem;
import io.carillon.gateway.api.Violations;
import io.carillon.gateway.api.Words;
import io.carillon.proto.v1.DeadLetterFilter;
import io.carillon.proto.v1.DeadLetterServiceGrpc;
import io.carillon.proto.v1.GetRedriveRequest;
import io.carillon.proto.v1.ListDeadLettersRequest;
import io.carillon.proto.v1.ListDeadLettersResponse;
import io.carillon.proto.v1.RedriveDeadLettersRequest;
import io.carillon.proto.v1.RedriveRunRequest;
import io.carillon.proto.v1.RedriveRunResponse;
import io.carillon.proto.v1.StopRedriveRequest;
import io.grpc.stub.StreamObserver;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Dead letters over gRPC; what asks the database does so on the query threads. */
public final class DeadLetterEndpoint extends DeadLetterServiceGrpc.DeadLetterServiceImplBase {

    private final JobDesk jobs;
    private final DeadLetterDesk desk;
    private final TimeSource time;
    private final GrpcCaller caller;
    private final Executor queries;

    /** @param caller of the call that is being handled on this thread */
    public DeadLetterEndpoint(JobDesk jobs, DeadLetterDesk desk, TimeSource time, GrpcCaller caller, Executor queries) {
        this.jobs = jobs;
        this.desk = desk;
        this.time = time;
        this.caller = caller;
        this.queries = queries;
    }

    @Override
    public void listDeadLetters(ListDeadLettersRequest request, StreamObserver<ListDeadLettersResponse> responses) {
        ask(responses, principal -> {
            Violations violations = new Violations();
            RunFilter filter = filter(request.getFilter(), violations);
            int limit = RequestFields.limit(request.getLimit(), violations);
            String cursor = RequestFields.cursor(request.getCursor(), violations);
            RequestFields.check(violations);
            Page<DeadLetter> page = desk.list(principal, filter, limit, cursor);
            Instant now = time.now();
            ListDeadLettersResponse.Builder answer = ListDeadLettersResponse.newBuilder()
                    .setNextCursor(Objects.requireNonNullElse(page.nextCursor(), ""));
            page.items().forEach(letter -> answer.addDeadLetters(letter(letter, now)));
            return answer.build();
        });
    }

    @Override
    public void redriveRun(RedriveRunRequest request, StreamObserver<RedriveRunResponse> responses) {
        Answer.with(
                responses,
                () -> jobs.redriveRun(caller.get(), Ids.runId(request.getRunId()))
                        .thenApply(done -> RedriveRunResponse.getDefaultInstance()));
    }

    @Override
    public void redriveDeadLetters(
            RedriveDeadLettersRequest request, StreamObserver<io.carillon.proto.v1.Redrive> responses) {
        ask(responses, principal -> {
            Violations violations = new Violations();
            if (!request.hasFilter()) {
                violations.add("filter", "is required; an empty one matches all dead letters");
            }
            RunFilter filter = filter(request.getFilter(), violations);
            UUID chosen = request.hasRedriveId() ? redriveId(request.getRedriveId()) : null;
            RequestFields.check(violations);
            return wire(desk.redriveAll(principal, filter, chosen));
        });
    }

    @Override
    public void getRedrive(GetRedriveRequest request, StreamObserver<io.carillon.proto.v1.Redrive> responses) {
        ask(responses, principal -> wire(desk.redrive(principal, redriveId(request.getRedriveId()))));
    }

    @Override
    public void stopRedrive(StopRedriveRequest request, StreamObserver<io.carillon.proto.v1.Redrive> responses) {
        ask(responses, principal -> wire(desk.stop(principal, redriveId(request.getRedriveId()))));
    }

    private <T> void ask(StreamObserver<T> responses, Function<Principal, T> call) {
        Principal principal = caller.get();
        Answer.with(responses, () -> CompletableFuture.supplyAsync(() -> call.apply(principal), queries));
    }

    private static RunFilter filter(DeadLetterFilter wire, Violations violations) {
        return new RunFilter(
                wire.hasJobId() ? Ids.jobId("job_id", wire.getJobId(), violations) : null,
                wire.hasOwnerId() ? RequestFields.text("owner_id", wire.getOwnerId(), violations) : null,
                wire.hasPool() ? RequestFields.text("pool", wire.getPool(), violations) : null,
                null,
                wire.hasFrom() ? WireTime.instant("from", wire.getFrom(), violations) : null,
                wire.hasTo() ? WireTime.instant("to", wire.getTo(), violations) : null);
    }

    private static UUID redriveId(String text) {
        try {
            return Uuids.parse(text);
        } catch (IllegalArgumentException e) {
            throw Problem.invalid("redrive_id", "must be a UUID").toException();
        }
    }

    private static io.carillon.proto.v1.DeadLetter letter(DeadLetter letter, Instant now) {
        io.carillon.proto.v1.DeadLetter.Builder wire = io.carillon.proto.v1.DeadLetter.newBuilder()
                .setRun(RunWire.run(new RunView(letter.run(), letter.lastError(), List.of(), null), now))
                .setOwnerId(letter.run().ownerId())
                .setPool(letter.run().pool());
        if (letter.payload() != null) {
            wire.setPayloadJson(ByteString.copyFrom(letter.payload().toUtf8()));
        }
        return wire.build();
    }

    private static io.carillon.proto.v1.Redrive wire(Redrive redrive) {
        io.carillon.proto.v1.Redrive.Builder wire = io.carillon.proto.v1.Redrive.newBuilder()
                .setRedriveId(redrive.id().toString())
                .setStatus(Words.of(redrive))
                .setFilter(filter(redrive.filter()))
                .setCreatedAt(WireTime.timestamp(redrive.createdAt()))
                .setRedriven(redrive.redriven())
                .setRefused(redrive.refused());
        if (redrive.finishedAt() != null) {
            wire.setFinishedAt(WireTime.timestamp(redrive.finishedAt()));
        }
        if (redrive.after() != null) {
            wire.setLastRunId(redrive.after().toString());
        }
        return wire.build();
    }

    private static DeadLetterFilter filter(RunFilter filter) {
        DeadLetterFilter.Builder wire = DeadLetterFilter.newBuilder();
        @Nullable JobId job = filter.jobId();
        if (job != null) {
            wire.setJobId(job.toString());
        }
        if (filter.ownerId() != null) {
            wire.setOwnerId(filter.ownerId());
        }
        if (filter.pool() != null) {
            wire.setPool(filter.pool());
        }
        if (filter.from() != null) {
            wire.setFrom(WireTime.timestamp(filter.from()));
        }
        if (filter.to() != null) {
            wire.setTo(WireTime.timestamp(filter.to()));
        }
        return wire.build();
    }
}
