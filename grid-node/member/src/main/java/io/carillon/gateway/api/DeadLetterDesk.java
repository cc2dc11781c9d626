package io.carillon.gateway.api;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.Uuids;
import io.carillon.domain.store.DeadLetter;
import io.carillon.domain.store.DeadLetters;
import io.carillon.domain.store.Page;
import io.carillon.domain.store.Redrive;
import io.carillon.domain.store.RedriveStore;
import io.carillon.domain.store.RunFilter;
import io.carillon.domain.time.TimeSource;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Dead letters as the doors offer them: listed, and redriven by the many. Blocks for a round trip or two to the database;
 * refusals are {@link ProblemException}s. Thread-safe.
 */
public final class DeadLetterDesk {

    /** Of one scope at once: each is a walk over all its dead runs. */
    static final int OPEN_MAX = 20;

    private final DeadLetters letters;
    private final RedriveStore redrives;
    private final TimeSource time;

    public DeadLetterDesk(DeadLetters letters, RedriveStore redrives, TimeSource time) {
        this.letters = letters;
        this.redrives = redrives;
        this.time = time;
    }

    public Page<DeadLetter> list(Principal principal, RunFilter filter, int limit, @Nullable String cursor) {
        return History.page(cursor, () -> letters.page(principal, filter, limit, cursor));
    }

    /**
     * Durable when it returns; carried out in the background by one of the members.
     *
     * @param chosen the client's id for it, so that a repeat is the same redrive; null: a new one is made
     */
    public Redrive redriveAll(Principal principal, RunFilter filter, @Nullable UUID chosen) {
        String owner = filter.ownerId();
        if (owner != null && !principal.mayActFor(owner)) {
            throw Problem.of(ProblemType.FORBIDDEN, "you may not act for owner " + owner)
                    .toException();
        }
        return History.read(() -> {
            Optional<Redrive> before = chosen == null ? Optional.empty() : redrives.find(principal, chosen);
            if (before.isPresent()) {
                return before.get();
            }
            if (redrives.countOpen(principal) >= OPEN_MAX) {
                throw Problem.passing(ProblemType.OVERLOADED, OPEN_MAX + " redrives are under way; wait for one to end")
                        .toException();
            }
            Instant now = time.now();
            UUID id =
                    chosen == null ? Uuids.version7(now.toEpochMilli(), time.randomBits(), time.randomBits()) : chosen;
            redrives.begin(Redrive.begun(id, principal, filter, now));
            return redrives.find(principal, id)
                    .orElseThrow(() -> Problem.of(ProblemType.ID_TAKEN, "the redrive_id is somebody else's")
                            .toException());
        });
    }

    public Redrive redrive(Principal principal, UUID id) {
        return History.read(() -> redrives.find(principal, id).orElseThrow(() -> History.notFound("no redrive " + id)));
    }

    /** No further run goes back to the queue; one that has ended stays as it is. */
    public Redrive stop(Principal principal, UUID id) {
        Redrive redrive = redrive(principal, id);
        while (redrive.open() && !save(redrive.stopped(time.now()))) {
            // It took a step meanwhile; it cannot take many in the time of a few round trips.
            redrive = redrive(principal, id);
        }
        return redrive(principal, id);
    }

    private boolean save(Redrive next) {
        return History.read(() -> redrives.save(next));
    }
}
