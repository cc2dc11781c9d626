package io.carillon.domain.watch;

import io.carillon.domain.id.JobId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Tells overdue jobs that nobody works on from those that somebody is catching up with: of one that stands still the row is
 * the same at two looks. For one thread.
 */
public final class StandingStill {

    private Map<JobId, Long> before = Map.of();

    /** @return those that the last look has seen as well, unchanged */
    public List<OverdueJob> next(List<OverdueJob> seen) {
        Map<JobId, Long> last = before;
        Map<JobId, Long> versions = new HashMap<>();
        seen.forEach(each -> versions.put(each.job(), each.version()));
        before = versions;
        return seen.stream()
                .filter(each -> Long.valueOf(each.version()).equals(last.get(each.job())))
                .toList();
    }
}
