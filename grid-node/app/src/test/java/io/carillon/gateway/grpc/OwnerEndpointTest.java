package io.carillon.gateway.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.carillon.domain.access.Principal;
import io.carillon.gateway.api.FixedTime;
import io.carillon.gateway.api.QuotaDesk;
import io.carillon.gateway.api.StoredQuotas;
import io.carillon.proto.v1.GetQuotaRequest;
import io.carillon.proto.v1.OwnerServiceGrpc;
import io.carillon.proto.v1.OwnerServiceGrpc.OwnerServiceBlockingStub;
import io.carillon.proto.v1.Quota;
import io.carillon.proto.v1.SetQuotaRequest;
import io.grpc.StatusRuntimeException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OwnerEndpointTest {

    private final ExecutorService queries = Executors.newSingleThreadExecutor();
    private Principal caller = Principal.ANONYMOUS;
    private final Wire wire =
            new Wire(new OwnerEndpoint(new QuotaDesk(new StoredQuotas(), new FixedTime()), () -> caller, queries));
    private final OwnerServiceBlockingStub calls =
            OwnerServiceGrpc.newBlockingStub(wire.channel).withDeadlineAfter(30, TimeUnit.SECONDS);

    @AfterEach
    void close() throws InterruptedException {
        wire.close();
        queries.shutdownNow();
    }

    @Test
    void limits_are_replaced_and_shown_with_what_is_used() {
        Quota answer = calls.setQuota(SetQuotaRequest.newBuilder()
                .setOwnerId("a")
                .setMaxJobs(5)
                .setMaxRunning(40)
                .build());
        assertThat(answer)
                .isEqualTo(Quota.newBuilder()
                        .setOwnerId("a")
                        .setMaxRunning(40)
                        .setMaxJobs(5)
                        .setMaxExactJobs(1_000)
                        .setJobs(3)
                        .setExactJobs(1)
                        .build());
        assertThat(quota("a")).isEqualTo(answer);
        assertThat(quota("b").hasMaxJobs()).isFalse();
        assertThat(quota("b").hasJobs()).isFalse();
    }

    @Test
    void an_owner_sees_its_own_quota_and_changes_none() {
        caller = new Principal("alice", "a");
        assertThat(quota("a").getMaxExactJobs()).isEqualTo(1_000);
        assertThatThrownBy(() -> quota("b"))
                .isInstanceOf(StatusRuntimeException.class)
                .hasMessageStartingWith("PERMISSION_DENIED");
        assertThatThrownBy(() -> calls.setQuota(
                        SetQuotaRequest.newBuilder().setOwnerId("a").build()))
                .isInstanceOf(StatusRuntimeException.class)
                .hasMessageStartingWith("PERMISSION_DENIED");
    }

    @Test
    void bad_limits_are_named() {
        assertThatThrownBy(() -> calls.setQuota(SetQuotaRequest.newBuilder()
                        .setOwnerId("a")
                        .setMaxJobs(-1)
                        .build()))
                .isInstanceOf(StatusRuntimeException.class)
                .hasMessageStartingWith("INVALID_ARGUMENT: max_jobs");
        assertThatThrownBy(() -> quota(""))
                .isInstanceOf(StatusRuntimeException.class)
                .hasMessageStartingWith("INVALID_ARGUMENT: owner_id");
    }

    private Quota quota(String owner) {
        return calls.getQuota(GetQuotaRequest.newBuilder().setOwnerId(owner).build());
    }
}
