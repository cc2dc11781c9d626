package io.carillon.gateway.api;

import io.carillon.domain.access.AuditEntry;
import io.carillon.domain.quota.OwnerQuota;
import io.carillon.domain.quota.QuotaState;
import io.carillon.domain.store.OwnerQuotas;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Quotas in memory, of owners that have three jobs, one of them exact. */
public final class StoredQuotas implements OwnerQuotas {

    public final List<AuditEntry> entries = new CopyOnWriteArrayList<>();
    private final Map<String, OwnerQuota> quotas = new ConcurrentHashMap<>();

    @Override
    public QuotaState find(String ownerId) {
        OwnerQuota quota = Objects.requireNonNullElse(quotas.get(ownerId), OwnerQuota.ofAnyone(ownerId));
        return new QuotaState(quota, quota.maxJobs() == null ? null : 3L, 1);
    }

    @Override
    public QuotaState save(OwnerQuota quota, @Nullable Function<OwnerQuota, AuditEntry> audit) {
        if (audit != null) {
            entries.add(audit.apply(find(quota.ownerId()).quota()));
        }
        quotas.put(quota.ownerId(), quota);
        return find(quota.ownerId());
    }
}
