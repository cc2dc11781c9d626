package io.carillon.gateway.api;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.engine.statistics.StatKey;
import io.carillon.engine.statistics.StatWindow;
import io.carillon.engine.statistics.StatisticsBoard;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Statistics as the doors tell them. Who acts for one owner sees that owner's and those of its jobs; a pool's are of whoever uses it.
 * May ask other members; thread-safe.
 */
public final class StatisticsDesk {

    /** The newest window of one; empty if nothing happened in it. */
    public record Found(StatKey key, Optional<StatWindow> window) {}

    private static final String POOL_DEFAULT = "default";

    private final StatisticsBoard board;
    private final History history;

    public StatisticsDesk(StatisticsBoard board, History history) {
        this.board = board;
        this.history = history;
    }

    /** At most one of the three is named. None: the principal's owner, or the default pool for who acts for all owners. */
    public Found find(Principal principal, @Nullable String pool, @Nullable String ownerId, @Nullable JobId job) {
        if (!board.on()) {
            throw Problem.of(
                            ProblemType.STATISTICS_OFF,
                            "no statistics are made: carillon.jet.enabled is false on this member")
                    .toException();
        }
        StatKey key = key(principal, pool, ownerId, job);
        return new Found(key, board.find(key));
    }

    private StatKey key(Principal principal, @Nullable String pool, @Nullable String ownerId, @Nullable JobId job) {
        int named = (pool == null ? 0 : 1) + (ownerId == null ? 0 : 1) + (job == null ? 0 : 1);
        if (named > 1) {
            throw Problem.invalid("pool", "name one of pool, owner_id and job_id")
                    .toException();
        }
        if (job != null) {
            return StatKey.job(history.job(principal, job).job().id().toString());
        }
        if (ownerId != null) {
            if (!principal.mayActFor(ownerId)) {
                throw Problem.of(ProblemType.FORBIDDEN, "you may not act for owner " + ownerId)
                        .toException();
            }
            return StatKey.owner(ownerId);
        }
        String scope = principal.ownerScope();
        if (scope == null) {
            return StatKey.pool(pool == null ? POOL_DEFAULT : pool);
        }
        if (pool != null) {
            throw Problem.of(ProblemType.FORBIDDEN, "a pool's statistics are for whoever may act for all owners")
                    .toException();
        }
        return StatKey.owner(scope);
    }
}
