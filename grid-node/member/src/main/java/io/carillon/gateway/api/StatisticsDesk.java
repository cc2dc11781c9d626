package io.carillon.gateway.api;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.engine.statistics.RunStats;
import io.carillon.engine.statistics.StatKey;
import io.carillon.engine.statistics.StatWindow;
import io.carillon.engine.statistics.StatisticsBoard;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Statistics as the doors tell them. Who acts for one owner sees that owner's and those of its jobs; a pool's are of whoever uses it.
 * May ask other members; thread-safe.
 */
public final class StatisticsDesk {

    /**
     * What is known of one.
     *
     * @param from null, as {@code to}: nobody makes windows at present, so that nothing is known
     * @param others events of its kind in that time that were counted together for want of room: some may be its own
     */
    public record Found(
            StatKey key, @Nullable Instant from, @Nullable Instant to, RunStats stats, long others) {

        /** Whether all that happened in that time is in it. */
        public boolean complete() {
            return from != null && others == 0;
        }
    }

    private static final String POOL_DEFAULT = "default";
    private static final RunStats NOTHING = new RunStats();

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
        return find(key(principal, pool, ownerId, job));
    }

    /** Where nothing happened to it, the others' window says since when. */
    private Found find(StatKey key) {
        StatKey others = StatKey.others(key.kind());
        Map<StatKey, StatWindow> windows = board.find(Set.of(key, others));
        StatWindow own = windows.get(key);
        StatWindow window = own == null ? windows.get(others) : own;
        if (window == null) {
            return new Found(key, null, null, NOTHING, 0);
        }
        return new Found(
                key,
                Instant.ofEpochMilli(window.startMillis()),
                Instant.ofEpochMilli(window.endMillis()),
                own == null ? NOTHING : own.stats(),
                window.together());
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
