package io.carillon.persistence.commit;

import java.util.List;

/** Writes merged calls and answers each of them. */
interface BatchWriter<W> {

    /**
     * @param batch no two writes of it concern the same row
     * @throws io.carillon.domain.store.StoreUnavailableException if the outcome of calls not yet answered is unknown
     */
    void write(List<Submission<W>> batch);
}
