package io.carillon.gateway.rest;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.RunId;
import io.carillon.domain.run.Run;
import io.carillon.domain.run.RunState;
import io.carillon.domain.store.KeyedCall.Claimed;
import io.carillon.gateway.api.History;
import io.carillon.gateway.api.JobDesk;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Redrives one run under a key, once. A redrive makes nothing that has an id: when it is repeated the run may be at work
 * again, or dead again. So the version at which the run was found dead is noted before, and a run that has moved on since was
 * redriven.
 */
final class KeyedRedrive {

    private final JobDesk jobs;
    private final History history;
    private final OnceOnly once;

    KeyedRedrive(JobDesk jobs, History history, OnceOnly once) {
        this.jobs = jobs;
        this.history = history;
        this.once = once;
    }

    /** Waits for the database on this thread if there is a claim. */
    CompletableFuture<?> redrive(Principal caller, RunId id, @Nullable Claimed claim) {
        if (claim == null) {
            return jobs.redriveRun(caller, id);
        }
        Run run = history.run(caller, id).run();
        String noted = claim.note();
        if (noted != null) {
            return noted.equals(noteOf(run)) ? jobs.redriveRun(caller, id) : CompletableFuture.completedFuture(run);
        }
        if (run.state() != RunState.DEAD) {
            return jobs.redriveRun(caller, id);
        }
        return once.noted(claim, noteOf(run)).thenCompose(mine -> jobs.redriveRun(caller, id));
    }

    private static String noteOf(Run run) {
        return "dead at " + run.version();
    }
}
