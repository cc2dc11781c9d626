package io.carillon.client;

import io.carillon.proto.v1.Quota;
import io.carillon.proto.v1.SetQuotaRequest;

/** Quotas between records and messages. */
final class QuotaWire {
    private QuotaWire() {}

    static SetQuotaRequest request(String ownerId, QuotaLimits limits) {
        SetQuotaRequest.Builder wire = SetQuotaRequest.newBuilder().setOwnerId(ownerId);
        if (limits.maxRunning() != null) {
            wire.setMaxRunning(limits.maxRunning());
        }
        if (limits.maxJobs() != null) {
            wire.setMaxJobs(limits.maxJobs());
        }
        if (limits.maxExactJobs() != null) {
            wire.setMaxExactJobs(limits.maxExactJobs());
        }
        return wire.build();
    }

    static OwnerQuota quota(Quota wire) {
        return new OwnerQuota(
                wire.getOwnerId(),
                wire.hasMaxRunning() ? wire.getMaxRunning() : null,
                wire.hasMaxJobs() ? wire.getMaxJobs() : null,
                wire.getMaxExactJobs(),
                wire.hasJobs() ? wire.getJobs() : null,
                wire.getExactJobs());
    }
}
