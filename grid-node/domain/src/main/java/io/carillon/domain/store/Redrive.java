package io.carillon.domain.store;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A wish to redrive all dead runs that match, and how far it has come.
 *
 * <p>It goes through the ids from the lowest to the highest, and takes only runs that died before it was made: so a run
 * that dies again is not taken again, and the end is reached.
 *
 * @param principal on whose behalf, and within whose scope
 * @param filter its status is not looked at
 * @param nextStepAt when it is to go on
 * @param finishedAt null while it is open
 * @param after all dead runs up to this id have been dealt with; null before the first
 * @param redriven runs that went back to the queue
 * @param refused runs that were left as they are: no longer dead, or their job is deleted
 * @param stopped it was ended before it came to its end
 * @param version of the row, from 1
 */
public record Redrive(
        UUID id,
        Principal principal,
        RunFilter filter,
        Instant createdAt,
        Instant nextStepAt,
        @Nullable Instant finishedAt,
        @Nullable RunId after,
        long redriven,
        long refused,
        boolean stopped,
        long version) {

    /** What came of a run that was asked for. */
    public enum Answer {
        REDRIVEN,
        /** For good. */
        REFUSED,
        /** Its owner or the store could not be reached: ask again. */
        POSTPONED
    }

    public static Redrive begun(UUID id, Principal principal, RunFilter filter, Instant now) {
        return new Redrive(id, principal, filter, now, now, null, null, 0, 0, false, 1);
    }

    public boolean open() {
        return finishedAt == null;
    }

    /**
     * After a page.
     *
     * <p>It goes on behind the last run before the first postponed one. What came after that one and is dead no longer does
     * not come again by itself; what was refused there does, and is counted then.
     *
     * @param asked in the order of their ids
     * @param answers one each
     * @param whole no dead run lies behind this page
     * @param pause until the next page, if nothing was postponed
     * @param pauseAfterTrouble if something was
     */
    public Redrive stepped(
            List<RunId> asked,
            List<Answer> answers,
            boolean whole,
            Instant now,
            Duration pause,
            Duration pauseAfterTrouble) {
        if (asked.size() != answers.size()) {
            throw new IllegalArgumentException(asked.size() + " runs and " + answers.size() + " answers");
        }
        int postponed = answers.indexOf(Answer.POSTPONED);
        int dealtWith = postponed < 0 ? answers.size() : postponed;
        long taken =
                answers.stream().filter(answer -> answer == Answer.REDRIVEN).count();
        long left = answers.subList(0, dealtWith).stream()
                .filter(answer -> answer == Answer.REFUSED)
                .count();
        boolean done = postponed < 0 && whole;
        return new Redrive(
                id,
                principal,
                filter,
                createdAt,
                now.plus(postponed < 0 ? pause : pauseAfterTrouble),
                done ? now : null,
                dealtWith == 0 ? after : asked.get(dealtWith - 1),
                redriven + taken,
                refused + left,
                false,
                version + 1);
    }

    /** Looked at, and found that it has to wait. */
    public Redrive postponed(Instant until) {
        return new Redrive(id, principal, filter, createdAt, until, null, after, redriven, refused, false, version + 1);
    }

    /** Ended by its user; what went back to the queue stays there. */
    public Redrive stopped(Instant now) {
        return new Redrive(
                id, principal, filter, createdAt, nextStepAt, now, after, redriven, refused, true, version + 1);
    }
}
