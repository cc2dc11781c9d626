package io.carillon.verify.check;

import io.carillon.verify.evidence.Request;
import java.util.Comparator;
import java.util.Optional;

/**
 * What a job is at an instant, as far as callers can tell.
 *
 * @param definition the number of the request that defined it; of no meaning while absent
 */
record JobState(Mode mode, long definition) {
    static final JobState ABSENT = new JobState(Mode.ABSENT, -1);
    /** Of no meaning but that it is always the same. */
    static final Comparator<JobState> ORDER =
            Comparator.comparing(JobState::mode).thenComparing(JobState::definition);

    enum Mode {
        ABSENT,
        ACTIVE,
        PAUSED,
        /** Paused, and what has not started waits, too. */
        HELD,
        DELETED
    }

    boolean owes(long byDefinition) {
        return mode == Mode.ACTIVE && definition == byDefinition;
    }

    boolean isStopped() {
        return mode == Mode.PAUSED || mode == Mode.HELD;
    }

    /** Empty where the product must refuse it. */
    Optional<JobState> after(Request request) {
        boolean there = mode != Mode.ABSENT && mode != Mode.DELETED;
        return switch (request.kind()) {
            case CREATE -> Optional.of(mode == Mode.ABSENT ? new JobState(Mode.ACTIVE, request.number()) : this);
            case EDIT -> there ? Optional.of(new JobState(mode, request.number())) : Optional.empty();
            case PAUSE -> there ? Optional.of(paused(isHold(request))) : Optional.empty();
            case RESUME -> there ? Optional.of(new JobState(Mode.ACTIVE, definition)) : Optional.empty();
            case DELETE -> mode == Mode.ABSENT ? Optional.empty() : Optional.of(new JobState(Mode.DELETED, definition));
            case TRIGGER, BACKFILL, CANCEL, REDRIVE, QUOTA -> Optional.of(this);
        };
    }

    private JobState paused(boolean hold) {
        return new JobState(hold || mode == Mode.HELD ? Mode.HELD : Mode.PAUSED, definition);
    }

    private static boolean isHold(Request request) {
        Request.Option option = request.option();
        return option != null && Boolean.TRUE.equals(option.hold());
    }
}
