package io.carillon.domain.watch;

import io.carillon.domain.id.JobId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of a walk over all jobs.
 *
 * @param silent active jobs with a schedule without an end, that have no next time
 * @param next where the walk goes on; null: it is through
 */
public record SilentPage(List<JobId> silent, @Nullable JobId next) {

    public SilentPage {
        silent = List.copyOf(silent);
    }
}
