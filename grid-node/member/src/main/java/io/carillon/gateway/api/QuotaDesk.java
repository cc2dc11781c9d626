package io.carillon.gateway.api;

import io.carillon.domain.access.AuditEntry;
import io.carillon.domain.access.Principal;
import io.carillon.domain.quota.OwnerQuota;
import io.carillon.domain.quota.QuotaState;
import io.carillon.domain.store.OwnerQuotas;
import io.carillon.domain.time.TimeSource;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** What owners may have, as the doors offer it. An owner sees its own quota and cannot change it. Blocks; thread-safe. */
public final class QuotaDesk {

    /** So many runs of an owner the database names at most, and looks at in one statement when there is no more room. */
    private static final int MAX_RUNNING_MAX = 100_000;

    private final OwnerQuotas quotas;
    private final TimeSource time;

    public QuotaDesk(OwnerQuotas quotas, TimeSource time) {
        this.quotas = quotas;
        this.time = time;
    }

    public QuotaState state(Principal principal, String ownerId) {
        check(ownerId);
        if (!principal.mayActFor(ownerId)) {
            throw Problem.of(ProblemType.FORBIDDEN, "you may not act for owner " + ownerId)
                    .toException();
        }
        return History.read(() -> quotas.find(ownerId));
    }

    /**
     * Replaces all limits. Null: none, or the default where there always is one.
     *
     * @param violations what the door found wrong already
     */
    public QuotaState change(
            Principal principal,
            String ownerId,
            @Nullable Integer maxRunning,
            @Nullable Integer maxJobs,
            @Nullable Integer maxExactJobs,
            Violations violations) {
        check(ownerId);
        if (principal.ownerScope() != null) {
            throw Problem.of(ProblemType.FORBIDDEN, "an owner's quota is changed by whoever may act for all owners")
                    .toException();
        }
        requireNatural("max_running", maxRunning, violations);
        if (maxRunning != null && maxRunning > MAX_RUNNING_MAX) {
            violations.add("max_running", "must be at most " + MAX_RUNNING_MAX + "; leave it out for no limit");
        }
        requireNatural("max_jobs", maxJobs, violations);
        requireNatural("max_exact_jobs", maxExactJobs, violations);
        if (!violations.isEmpty()) {
            throw Problem.invalid(violations.list()).toException();
        }
        OwnerQuota quota = new OwnerQuota(
                ownerId, maxRunning, maxJobs, maxExactJobs == null ? OwnerQuota.MAX_EXACT_JOBS_DEFAULT : maxExactJobs);
        return History.read(() -> quotas.save(
                quota,
                before -> AuditEntry.of(
                        principal, time.now(), ownerId, "quota.changed", ownerId, values(before), values(quota))));
    }

    private static SortedMap<String, String> values(OwnerQuota quota) {
        return AuditEntry.values(
                "max_running", quota.maxRunning(),
                "max_jobs", quota.maxJobs(),
                "max_exact_jobs", quota.maxExactJobs());
    }

    private static void requireNatural(String field, @Nullable Integer value, Violations violations) {
        if (value != null && value < 0) {
            violations.add(field, "must be 0 or more");
        }
    }

    private static void check(String ownerId) {
        String fault = Texts.fault(ownerId, AlertDesk.OWNER_CHARS_MAX);
        if (fault != null) {
            throw Problem.invalid("owner_id", fault).toException();
        }
    }
}
