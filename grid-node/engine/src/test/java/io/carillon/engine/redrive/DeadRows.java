package io.carillon.engine.redrive;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.RunId;
import io.carillon.domain.job.JobCommand;
import io.carillon.domain.job.JobReply;
import io.carillon.domain.job.JobReply.Refusal;
import io.carillon.domain.store.Duties;
import io.carillon.domain.store.Redrive;
import io.carillon.domain.store.RedriveStore;
import io.carillon.domain.store.StoreUnavailableException;
import io.carillon.engine.command.Owners;
import io.carillon.engine.command.Request;
import java.io.IOException;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The database and the owners of a test: dead runs, those that wait, redrives, one duty. */
final class DeadRows implements RedriveStore, Duties, Owners {

    private record Holding(String holder, Instant until) {}

    final Map<UUID, Redrive> redrives = new LinkedHashMap<>();
    /** By the order of ids: when it died. */
    final TreeMap<RunId, Instant> dead =
            new TreeMap<>((a, b) -> io.carillon.domain.id.Uuids.compareUnsigned(a.value(), b.value()));
    /** In the order in which they went back. */
    final Set<RunId> waiting = new java.util.LinkedHashSet<>();

    final Map<RunId, Refusal> refusals = new HashMap<>();
    final Map<RunId, Integer> redriven = new HashMap<>();
    final Set<Principal> askedBy = new HashSet<>();
    int largestRequest;
    boolean away;
    private @Nullable Holding duty;

    @Override
    public void begin(Redrive redrive) {
        redrives.putIfAbsent(redrive.id(), redrive);
    }

    @Override
    public int countOpen(Principal principal) {
        return redrives.size();
    }

    @Override
    public Optional<Redrive> find(Principal principal, UUID id) {
        return Optional.ofNullable(redrives.get(id));
    }

    @Override
    public Optional<Redrive> due(Instant now) {
        answer();
        return redrives.values().stream()
                .filter(Redrive::open)
                .filter(each -> !each.nextStepAt().isAfter(now))
                .min(Comparator.comparing(Redrive::nextStepAt));
    }

    @Override
    public List<RunId> dead(Redrive redrive, int limit) {
        answer();
        RunId after = redrive.after();
        return (after == null ? dead : dead.tailMap(after, false))
                .entrySet().stream()
                        .filter(each -> !each.getValue().isAfter(redrive.createdAt()))
                        .limit(limit)
                        .map(Map.Entry::getKey)
                        .toList();
    }

    @Override
    public int countWaiting(Collection<RunId> runs) {
        return (int) runs.stream().filter(waiting::contains).count();
    }

    @Override
    public boolean save(Redrive next) {
        answer();
        Redrive before = redrives.get(next.id());
        if (before == null || !before.open() || before.version() != next.version() - 1) {
            return false;
        }
        redrives.put(next.id(), next);
        return true;
    }

    @Override
    public boolean hold(String name, String holder, Instant now, Instant until) {
        answer();
        if (duty != null && !duty.holder.equals(holder) && duty.until.isAfter(now)) {
            return false;
        }
        duty = new Holding(holder, until);
        return true;
    }

    @Override
    public void submit(Collection<? extends Request> requests) {
        largestRequest = Math.max(largestRequest, requests.size());
        for (Request request : requests) {
            Request.OfJob ofJob = (Request.OfJob) request;
            JobCommand.RedriveRun command = (JobCommand.RedriveRun) ofJob.command();
            askedBy.add(command.principal());
            ofJob.replyTo().accept(reply(command.runId()));
        }
    }

    private JobReply reply(RunId run) {
        Refusal refusal = refusals.get(run);
        if (refusal != null) {
            return new JobReply.Refused(refusal, "told to");
        }
        if (dead.remove(run) == null) {
            return waiting.contains(run) ? new JobReply.Done() : new JobReply.Refused(Refusal.NOT_DEAD, "not dead");
        }
        waiting.add(run);
        redriven.merge(run, 1, Integer::sum);
        return new JobReply.Done();
    }

    private void answer() {
        if (away) {
            throw new StoreUnavailableException("no answer", new IOException("told to"));
        }
    }
}
