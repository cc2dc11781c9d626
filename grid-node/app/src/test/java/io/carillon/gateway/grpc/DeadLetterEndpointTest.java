package io.carillon.gateway.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.carillon.domain.access.Principal;
import io.carillon.domain.job.JobCommand;
import io.carillon.domain.store.RunFilter;
import io.carillon.engine.schedule.ScheduleReader;
import io.carillon.gateway.api.DeadLetterDesk;
import io.carillon.gateway.api.FixedTime;
import io.carillon.gateway.api.JobDesk;
import io.carillon.gateway.api.JobRules;
import io.carillon.gateway.api.Samples;
import io.carillon.gateway.api.ScriptedOwners;
import io.carillon.gateway.api.StoredDeadLetters;
import io.carillon.proto.v1.DeadLetter;
import io.carillon.proto.v1.DeadLetterFilter;
import io.carillon.proto.v1.DeadLetterServiceGrpc;
import io.carillon.proto.v1.DeadLetterServiceGrpc.DeadLetterServiceBlockingStub;
import io.carillon.proto.v1.GetRedriveRequest;
import io.carillon.proto.v1.ListDeadLettersRequest;
import io.carillon.proto.v1.ListDeadLettersResponse;
import io.carillon.proto.v1.Redrive;
import io.carillon.proto.v1.RedriveDeadLettersRequest;
import io.carillon.proto.v1.RedriveRunRequest;
import io.carillon.proto.v1.StopRedriveRequest;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeadLetterEndpointTest {

    private static final Principal ACME = new Principal("alice", "acme");

    private final ScriptedOwners owners = new ScriptedOwners();
    private final StoredDeadLetters stored = new StoredDeadLetters();
    private final FixedTime time = new FixedTime();
    private final ExecutorService queries = Executors.newSingleThreadExecutor();
    private final Wire wire = new Wire(new DeadLetterEndpoint(
            new JobDesk(owners, new JobRules(new ScheduleReader()), time, Runnable::run),
            new DeadLetterDesk(stored, stored, time),
            time,
            () -> ACME,
            queries));
    private final DeadLetterServiceBlockingStub calls =
            DeadLetterServiceGrpc.newBlockingStub(wire.channel).withDeadlineAfter(30, TimeUnit.SECONDS);

    @AfterEach
    void close() throws InterruptedException {
        wire.close();
        queries.shutdownNow();
        owners.close();
    }

    @Test
    void dead_letters_are_listed_within_the_callers_scope() {
        stored.letters.add(Samples.dead());
        ListDeadLettersResponse answer = calls.listDeadLetters(ListDeadLettersRequest.newBuilder()
                .setFilter(DeadLetterFilter.newBuilder()
                        .setJobId(Samples.FULL.toString())
                        .setPool("p"))
                .build());
        assertThat(answer.getNextCursor()).isEqualTo("next-page");
        DeadLetter letter = answer.getDeadLetters(0);
        assertThat(letter.getRun().getRunId()).isEqualTo(Samples.DEAD.toString());
        assertThat(letter.getRun().getError().getMessage()).isEqualTo("connection reset");
        assertThat(letter.getPayloadJson().toStringUtf8()).isEqualTo("{\"n\": 1}");
        assertThat(letter.getOwnerId()).isEqualTo("acme");
        assertThat(stored.principal).isEqualTo(ACME);
        assertThat(stored.filter).isEqualTo(new RunFilter(Samples.FULL, null, "p", null, null, null));
        assertThat(stored.limit).isEqualTo(100);
    }

    @Test
    void one_is_redriven_in_the_callers_name() {
        calls.redriveRun(
                RedriveRunRequest.newBuilder().setRunId(Samples.DEAD.toString()).build());
        assertThat(owners.asked).containsExactly(new JobCommand.RedriveRun(ACME, Samples.DEAD));
    }

    @Test
    void many_are_redriven_and_stopped() {
        String id = new UUID(1, 2).toString();
        Redrive begun = calls.redriveDeadLetters(RedriveDeadLettersRequest.newBuilder()
                .setFilter(DeadLetterFilter.getDefaultInstance())
                .setRedriveId(id)
                .build());
        assertThat(begun.getStatus()).isEqualTo("running");
        assertThat(stored.redrives.get(new UUID(1, 2)))
                .extracting(io.carillon.domain.store.Redrive::principal)
                .isEqualTo(ACME);
        assertThat(calls.getRedrive(
                        GetRedriveRequest.newBuilder().setRedriveId(id).build()))
                .isEqualTo(begun);
        assertThat(calls.stopRedrive(
                                StopRedriveRequest.newBuilder().setRedriveId(id).build())
                        .getStatus())
                .isEqualTo("stopped");
    }

    @Test
    void somebody_elses_dead_letters_are_not_redriven() {
        assertThat(refused(RedriveDeadLettersRequest.newBuilder()
                        .setFilter(DeadLetterFilter.newBuilder().setOwnerId("other"))
                        .build()))
                .isEqualTo(Status.Code.PERMISSION_DENIED);
    }

    @Test
    void everything_is_not_redriven_by_forgetting_the_filter() {
        assertThat(refused(RedriveDeadLettersRequest.getDefaultInstance())).isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(stored.redrives).isEmpty();
    }

    private Status.Code refused(RedriveDeadLettersRequest request) {
        return catchThrowableOfType(StatusRuntimeException.class, () -> calls.redriveDeadLetters(request))
                .getStatus()
                .getCode();
    }
}
