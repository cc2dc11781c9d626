package io.carillon.gateway.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.ByteString;
import com.google.protobuf.FieldMask;
import com.google.protobuf.InvalidProtocolBufferException;
import io.carillon.domain.job.JobCommand.Replace;
import io.carillon.domain.job.JobCommand.Replace.Existence;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.job.JobReply.Refusal;
import io.carillon.domain.job.JobReply.Replaced;
import io.carillon.domain.job.JobReply.Replaced.How;
import io.carillon.domain.schedule.ScheduleSpec;
import io.carillon.gateway.api.Samples;
import io.carillon.gateway.api.ScriptedOwners;
import io.carillon.proto.v1.ErrorDetail;
import io.carillon.proto.v1.HttpTarget;
import io.carillon.proto.v1.Job;
import io.carillon.proto.v1.JobServiceGrpc.JobServiceBlockingStub;
import io.carillon.proto.v1.JobSpec;
import io.carillon.proto.v1.PutJobRequest;
import io.carillon.proto.v1.RetrySpec;
import io.carillon.proto.v1.UpdateJobRequest;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobEditEndpointTest {

    private static final JobDefinition FULL = Samples.full().job().definition();

    private final GrpcDoor door = new GrpcDoor();
    private final ScriptedOwners owners = door.owners;
    private final JobServiceBlockingStub jobs = door.jobs();

    @AfterEach
    void close() throws InterruptedException {
        door.close();
    }

    @Test
    void an_update_takes_what_its_mask_names_and_answers_with_the_whole_job() {
        Job answer = update(
                spec -> spec.setPriority(3).setName("not named"), "priority", "labels.team", "labels.new", "retry.max");
        assertThat(answer.getRevision()).isEqualTo(7);
        assertThat(asked().definition())
                .extracting(JobDefinition::priority, JobDefinition::name, JobDefinition::labels)
                .containsExactly(3, FULL.name(), Map.of());
        assertThat(asked().definition().retry().retriesMax()).as("its default").isEqualTo(3);
        assertThat(asked().definition().retry().backoff())
                .isEqualTo(FULL.retry().backoff());
        assertThat(asked().revisions()).containsExactly(7L);
    }

    @Test
    void parts_of_maps_and_messages_are_named_by_their_path() {
        update(
                spec -> spec.putLabels("a.b", "1")
                        .setHttp(HttpTarget.newBuilder().putHeaders("X-A", "9"))
                        .setRetry(RetrySpec.newBuilder().setMax(8)),
                "labels.a.b",
                "http.headers.X-A",
                "retry.max");
        assertThat(asked().definition().labels()).isEqualTo(Map.of("team", "blue", "a.b", "1"));
        assertThat(Objects.requireNonNull(asked().definition().http()).headers())
                .isEqualTo(Map.of("X-A", "9", "X-B", "2"));
        assertThat(asked().definition().retry().retriesMax()).isEqualTo(8);
    }

    @Test
    void without_a_mask_every_field_that_is_present_is_taken_and_an_empty_one_changes_nothing() {
        update(spec -> spec.setPayloadJson(ByteString.copyFromUtf8("[1]")).setMisfire("skip"));
        assertThat(String.valueOf(asked().definition().misfire())).isEqualTo("SKIP");
        assertThat(Objects.requireNonNull(asked().definition().payload()).toJson())
                .isEqualTo("[1]");
        update(spec -> {});
        assertThat(asked().definition()).isEqualTo(FULL);
    }

    @Test
    void a_time_of_the_other_kind_takes_the_place_of_the_one_there_is() {
        Instant at = Instant.parse("2026-12-01T00:00:00Z");
        update(spec -> spec.setRunAt(WireTime.timestamp(at)), "run_at", "schedule", "starts_at", "ends_at");
        assertThat(asked().definition().schedule()).isEqualTo(new ScheduleSpec.OneOff(at));
    }

    @ParameterizedTest
    @ValueSource(strings = {"prio", "labels.", "timeout.seconds", "retry.nothing", "name.x", "", "http.x"})
    void a_path_that_names_nothing_is_refused(String path) {
        boolean noLabel = path.equals("labels.");
        UpdateJobRequest request = UpdateJobRequest.newBuilder()
                .setJobId(Samples.FULL.toString())
                .setUpdateMask(FieldMask.newBuilder().addPaths(path))
                .build();
        if (noLabel) {
            jobs.updateJob(request);
            assertThat(asked().definition()).isEqualTo(FULL);
            return;
        }
        StatusRuntimeException failure = Objects.requireNonNull(
                catchThrowableOfType(StatusRuntimeException.class, () -> jobs.updateJob(request)));
        assertThat(failure.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(detail(failure).getErrors(0).getField()).isEqualTo("update_mask");
        assertThat(owners.asked).isEmpty();
    }

    @Test
    void a_stale_revision_is_aborted_before_and_at_the_owner() {
        assertThat(codeOf(() -> jobs.updateJob(request(6).build()))).isEqualTo(Status.Code.ABORTED);
        assertThat(owners.asked).isEmpty();
        owners.answerNext(new JobReply.Refused(Refusal.STALE_REVISION, "stale"));
        assertThat(codeOf(() -> jobs.updateJob(request(7).build()))).isEqualTo(Status.Code.ABORTED);
        assertThat(owners.asked).hasSize(1);
    }

    @Test
    void a_put_says_whether_it_created() {
        owners.answerNext(new Replaced(Samples.FULL, 1, How.CREATED));
        assertThat(jobs.putJob(put().build()).getCreated()).isTrue();
        assertThat(asked().existence()).isEqualTo(Existence.ANY);
        owners.answerNext(new Replaced(Samples.FULL, 7, How.UNCHANGED));
        assertThat(jobs.putJob(put().setExpectedRevision(7).build()).getCreated())
                .isFalse();
        assertThat(asked().revisions()).containsExactly(7L);
    }

    @Test
    void conditions_of_a_put_have_their_status() {
        owners.answerNext(new JobReply.Refused(Refusal.EXISTS, "exists"));
        assertThat(codeOf(() -> jobs.putJob(put().setMustNotExist(true).build())))
                .isEqualTo(Status.Code.ALREADY_EXISTS);
        owners.answerNext(new JobReply.Refused(Refusal.NOT_FOUND, "no such job"));
        assertThat(codeOf(() -> jobs.putJob(put().setExpectedRevision(7).build())))
                .isEqualTo(Status.Code.ABORTED);
        assertThat(codeOf(() -> jobs.putJob(
                        put().setExpectedRevision(7).setMustNotExist(true).build())))
                .isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(codeOf(() -> jobs.putJob(PutJobRequest.newBuilder()
                        .setJobId(Samples.FULL.toString())
                        .build())))
                .isEqualTo(Status.Code.INVALID_ARGUMENT);
    }

    private Job update(Consumer<JobSpec.Builder> says, String... mask) {
        JobSpec.Builder spec = JobSpec.newBuilder();
        says.accept(spec);
        return jobs.updateJob(UpdateJobRequest.newBuilder()
                .setJobId(Samples.FULL.toString())
                .setJob(spec)
                .setUpdateMask(FieldMask.newBuilder().addAllPaths(List.of(mask)))
                .build());
    }

    private static UpdateJobRequest.Builder request(long revision) {
        return UpdateJobRequest.newBuilder()
                .setJobId(Samples.FULL.toString())
                .setJob(JobSpec.newBuilder().setPriority(3))
                .setExpectedRevision(revision);
    }

    private static PutJobRequest.Builder put() {
        return PutJobRequest.newBuilder()
                .setJobId(Samples.FULL.toString())
                .setJob(JobSpec.newBuilder().setName("n").setSchedule("0 9 * * *"));
    }

    private static Status.Code codeOf(Runnable call) {
        return Objects.requireNonNull(catchThrowableOfType(StatusRuntimeException.class, call::run))
                .getStatus()
                .getCode();
    }

    private Replace asked() {
        return (Replace) owners.asked.get(owners.asked.size() - 1);
    }

    private static ErrorDetail detail(StatusRuntimeException failure) {
        byte[] bytes = Objects.requireNonNull(
                Objects.requireNonNull(failure.getTrailers()).get(WireProblems.DETAIL));
        try {
            return ErrorDetail.parseFrom(bytes);
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError(e);
        }
    }
}
