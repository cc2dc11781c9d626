package io.carillon.domain.store;

import io.carillon.domain.quota.OwnerQuota;
import io.carillon.domain.quota.QuotaState;

/**
 * What owners may have, and what they have. Who makes or changes jobs keeps to it in the same transaction; see {@link
 * RowOutcome.Kind#JOBS_FULL}. Blocks; throws {@link StoreUnavailableException}.
 */
public interface OwnerQuotas {

    /** That of anyone if nothing is known of the owner. */
    QuotaState find(String ownerId);

    /**
     * Sets an owner's quota, and counts its jobs anew. It may lie below what there is: then nothing more is let in.
     *
     * @return what holds from now on
     */
    QuotaState save(OwnerQuota quota);
}
