package io.carillon.verify.check;

import static io.carillon.verify.check.JobState.Mode.DELETED;
import static io.carillon.verify.check.JobState.Mode.HELD;

import io.carillon.verify.evidence.Definition;
import io.carillon.verify.evidence.LedgerSaid;
import io.carillon.verify.evidence.RunSaid;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reasons for which an owed occurrence may go without a call. The product must name the reason, where it has a word for it, and what was
 * seen from outside must allow it.
 */
final class Excuses {
    private final CaseFile file;

    Excuses(CaseFile file) {
        this.file = file;
    }

    /** @param run its run, uncalled, if the product shows one */
    boolean excuse(JobFile job, Debt debt, @Nullable RunFile run) {
        int shard = CaseFile.shardOf(job);
        boolean disturbed = file.quiet()
                .isDisturbed(
                        shard,
                        debt.from().minus(file.tolerances().recovery()),
                        debt.from().plus(file.tolerances().lateMax()));
        Duration patience =
                disturbed ? file.tolerances().recovery() : file.tolerances().lateMax();
        Instant deadline = file.quiet().after(shard, debt.from(), patience);
        boolean stopped = job.story().during(debt.from(), deadline).stream()
                .anyMatch(state -> state.mode() == DELETED || state.mode() == HELD);
        // Whoever reads too early sees what is on its way, and not what was lost.
        boolean onItsWay = disturbed && deadline.isAfter(file.readAt()) && run != null && isLive(run);
        if (stopped || onItsWay) {
            return true;
        }
        Duration startBefore = debt.definition().definition().startBefore();
        if (run != null
                && (job.mayBeCancelled(run.id()) || isExpired(job, startBefore, run) || isLapsedAway(shard, run))) {
            return true;
        }
        return isSkipped(job, debt);
    }

    private static boolean isLive(RunFile run) {
        RunSaid said = run.said();
        return said != null && !said.terminal();
    }

    /** Only if a start in time could not be asked for. */
    boolean isExpired(JobFile job, @Nullable Duration startBefore, RunFile run) {
        RunSaid said = run.said();
        if (startBefore == null || said == null || !"expired".equals(said.reason())) {
            return false;
        }
        Instant limit = run.dueAt().plus(startBefore);
        return startBefore.compareTo(file.tolerances().lateMax()) < 0
                || job.mayTakeTurns()
                || Quotas.isLimited(file, job.owner())
                || file.quiet()
                        .isDisturbed(
                                CaseFile.shardOf(job),
                                run.dueAt().minus(file.tolerances().recovery()),
                                limit);
    }

    /** It was started and lost again and again, before it came as far as the target. */
    private boolean isLapsedAway(int shard, RunFile run) {
        RunSaid said = run.said();
        return said != null
                && said.status().equals("dead")
                && "lease_lost".equals(said.reason())
                && file.quiet().isUnderFault(shard, run.dueAt(), file.readAt());
    }

    private boolean isSkipped(JobFile job, Debt debt) {
        Optional<String> reason = job.ledgers().stream()
                .flatMap(page -> page.skips().stream())
                .filter(skip -> covers(skip, debt.nominal()))
                .map(LedgerSaid.Skip::reason)
                .findFirst();
        boolean shown = reason.isPresent();
        boolean unknown = job.ledgers().isEmpty();
        return ((unknown || (shown && reason.get().equals("misfire"))) && mayBeMisfired(job, debt))
                || ((unknown || (shown && reason.get().equals("overlap"))) && mayOverlap(job, debt));
    }

    static boolean covers(LedgerSaid.Skip skip, Instant nominal) {
        return !nominal.isBefore(skip.nominalFirst()) && !nominal.isAfter(skip.nominalLast());
    }

    /** Some occurrence was owed for longer than the limit, by then, while there was hardly any quiet time to claim it in. */
    private boolean mayBeMisfired(JobFile job, Debt debt) {
        DefinitionFile definition = debt.definition();
        if (definition.misfire() == Definition.Misfire.RUN_ALL) {
            return false;
        }
        int shard = CaseFile.shardOf(job);
        for (Instant first :
                definition.slots().headMap(debt.nominal().plusNanos(1)).keySet()) {
            Instant missed = first.plus(definition.misfireAfter());
            Instant claim = missed.isAfter(debt.nominal()) ? missed : debt.nominal();
            boolean owed = job.story().at(first).stream()
                    .anyMatch(state -> state.owes(definition.request().number()));
            boolean noTime = file.quiet()
                            .quietBetween(shard, first, claim)
                            .compareTo(file.tolerances().recovery())
                    <= 0;
            if (owed
                    && noTime
                    && file.quiet().isDisturbed(shard, first, claim)
                    && !isCalledBefore(job, first, missed)) {
                return definition.misfire() == Definition.Misfire.SKIP || isMadeUpFor(job, debt, shard);
            }
        }
        return false;
    }

    /** Then it was claimed in time, and is not the one that was missed. */
    private static boolean isCalledBefore(JobFile job, Instant nominal, Instant missed) {
        return job.scheduled()
                .filter(run -> run.isCalled() && run.nominalAt().equals(nominal))
                .anyMatch(run -> run.calls().get(0).arrivedAt().isBefore(missed));
    }

    /**
     * Of all that was missed the latest runs. It comes after this one and was due when they were claimed, which was before long; unless the
     * job owed something else by then.
     */
    private boolean isMadeUpFor(JobFile job, Debt debt, int shard) {
        Instant claimed =
                file.quiet().after(shard, debt.from(), file.tolerances().recovery());
        boolean changed = job.story().during(debt.nominal(), claimed).stream()
                .anyMatch(state -> !state.owes(debt.definition().request().number()));
        return changed
                || claimed.isAfter(file.readAt())
                || isOverlapped(job, debt, claimed)
                || job.scheduled()
                        .anyMatch(run -> run.nominalAt().isAfter(debt.nominal())
                                && !run.nominalAt().isAfter(claimed));
    }

    /** The one that was to run came while an earlier run was live, and that policy decides after the other. */
    private boolean isOverlapped(JobFile job, Debt debt, Instant claimed) {
        return job.ledgers().isEmpty()
                ? job.mayTakeTurns()
                : job.ledgers().stream()
                        .flatMap(page -> page.skips().stream())
                        .anyMatch(skip -> skip.reason().equals("overlap")
                                && skip.nominalLast().isAfter(debt.nominal())
                                && !skip.nominalFirst().isAfter(claimed));
    }

    /** So many earlier runs of the schedule as may be live had not ended when it was due. */
    private boolean mayOverlap(JobFile job, Debt debt) {
        Definition.Overlap overlap = debt.definition().definition().overlap();
        if (overlap == null || overlap == Definition.Overlap.ALLOW) {
            return false;
        }
        long live = job.scheduled()
                .filter(run -> run.nominalAt().isBefore(debt.nominal()))
                .filter(run -> mayBeLive(CaseFile.shardOf(job), run, debt.nominal()))
                .count();
        return live >= (overlap == Definition.Overlap.SKIP ? 1 : 2);
    }

    /**
     * It is in the way until its end is written down, which takes a moment on a busy machine and, if the store is away, until it is back.
     * The stop of a fault can be much longer than that, and does not excuse more.
     */
    private boolean mayBeLive(int shard, RunFile run, Instant at) {
        RunSaid said = run.said();
        Instant ended = said == null ? null : said.endedAt();
        if (ended == null || !ended.plus(file.slack()).isBefore(at)) {
            return true;
        }
        Tolerances tolerances = file.tolerances();
        Instant latest = ended.plus(tolerances.recovery()).plus(tolerances.lateMax());
        return !at.isAfter(latest)
                && file.quiet().quietBetween(shard, ended, at).compareTo(tolerances.lateP99()) <= 0;
    }
}
