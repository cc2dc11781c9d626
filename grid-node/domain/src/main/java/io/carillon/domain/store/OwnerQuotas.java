package io.carillon.domain.store;

import io.carillon.domain.access.AuditEntry;
import io.carillon.domain.quota.OwnerQuota;
import io.carillon.domain.quota.QuotaState;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What owners may have, and what they have. Who makes or changes jobs, or starts runs, keeps to it in the same transaction; see
 * {@link RowOutcome.Kind#JOBS_FULL} and {@link RowOutcome.Kind#OVER_MAX_RUNNING}. Blocks; throws {@link StoreUnavailableException}.
 */
public interface OwnerQuotas {

    /** That of anyone if nothing is known of the owner. */
    QuotaState find(String ownerId);

    /**
     * Sets an owner's quota, and counts its jobs anew. It may lie below what there is: then nothing more is let in. No start
     * that was judged by the {@code max_running} of before becomes durable after it.
     *
     * @param audit makes the entry of the audit log, of the limits before; null: none is written
     * @return what holds from now on
     */
    QuotaState save(OwnerQuota quota, @Nullable Function<OwnerQuota, AuditEntry> audit);

    /** The same, on nobody's behalf. */
    default QuotaState save(OwnerQuota quota) {
        return save(quota, null);
    }
}
