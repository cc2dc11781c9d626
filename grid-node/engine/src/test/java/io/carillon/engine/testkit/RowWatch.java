package io.carillon.engine.testkit;

import io.carillon.domain.job.Job;
import io.carillon.domain.run.Run;
import io.carillon.domain.store.JobWrite;
import io.carillon.domain.store.RunWrite;
import org.jspecify.annotations.Nullable;

/** Sees every change of {@link Rows} in the moment it is committed. */
public interface RowWatch {

    RowWatch NONE = new RowWatch() {
        @Override
        public void jobWritten(@Nullable Job before, JobWrite write) {}

        @Override
        public void runMoved(Run before, RunWrite write) {}
    };

    /** @param before null if it was created */
    void jobWritten(@Nullable Job before, JobWrite write);

    void runMoved(Run before, RunWrite write);
}
