package io.carillon.gateway.api;

import io.carillon.domain.access.Principal;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.job.Job;
import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.job.JobStatus;
import io.carillon.domain.ledger.JobAccounts;
import io.carillon.domain.ledger.Revision;
import io.carillon.domain.plan.ClaimPlanner;
import io.carillon.domain.plan.SkipRange;
import io.carillon.domain.run.Run;
import io.carillon.domain.schedule.Schedule;
import io.carillon.domain.schedule.ScheduleSpec;
import io.carillon.domain.store.LedgerStore;
import io.carillon.domain.time.TimeSource;
import io.carillon.engine.schedule.ScheduleReader;
import io.carillon.gateway.api.TimeExplanation.Reason;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Says whether a job runs at some time, past or future, and why not. Blocks for a few round trips; refusals are {@link
 * ProblemException}s. Thread-safe.
 */
public final class TimeExplainer {

    static final String EXPECTED =
            "must be an RFC 3339 time such as 2026-03-28T02:30:00Z, or a local one of the job's zone"
                    + " such as 2026-03-28T02:30:00";

    private static final Duration MICRO = Duration.ofNanos(1_000);
    private static final Duration PREVIOUS_WITHIN = Duration.ofDays(3_660);
    private static final int ROWS = 100;

    private final LedgerStore store;
    private final ScheduleReader schedules;
    private final ClaimPlanner planner;
    private final TimeSource time;

    public TimeExplainer(LedgerStore store, ScheduleReader schedules, TimeSource time) {
        this.store = store;
        this.schedules = schedules;
        this.planner = new ClaimPlanner(schedules);
        this.time = time;
    }

    /** @param text an instant, or a local time of the job's zone */
    public TimeExplanation explain(Principal principal, JobId id, @Nullable String text) {
        if (text == null) {
            throw Problem.invalid("at", "is required").toException();
        }
        Instant instant = Timestamps.parse(text);
        LocalDateTime reading = instant == null ? local(text) : null;
        // Enough to know the zone; what was in force then is read when the instant is known.
        Job job = accounts(principal, id, time.now()).job();
        ZoneRules zone = schedules.rulesOf(job.definition().schedule());
        if (instant == null) {
            LocalDateTime local = Objects.requireNonNull(reading);
            ZoneOffsetTransition jump = schedules.jumpOver(job.definition().schedule(), local);
            if (jump != null) {
                return inGap(job, local, jump);
            }
            instant = local.toInstant(zone.getOffset(local));
        }
        if (!Timestamps.inRange(instant)) {
            throw Problem.invalid("at", Timestamps.RANGE).toException();
        }
        return new Moment(accounts(principal, id, instant), instant).explain();
    }

    private JobAccounts accounts(Principal principal, JobId id, Instant at) {
        Instant to = at.isBefore(Schedule.LAST_SUPPORTED) ? at.plus(MICRO) : at;
        return History.read(() -> store.accounts(principal, id, at, to, ROWS))
                .orElseThrow(() -> History.notFound("no job " + id));
    }

    private static LocalDateTime local(String text) {
        try {
            return LocalDateTime.parse(text);
        } catch (DateTimeException e) {
            throw Problem.invalid("at", EXPECTED).toException();
        }
    }

    private TimeExplanation inGap(Job job, LocalDateTime local, ZoneOffsetTransition jump) {
        Instant at = jump.getInstant();
        List<String> unmatched = schedules.unmatched(job.definition().schedule(), local);
        Moment moment = new Moment(new JobAccounts(job, List.of(), List.of(), List.of(), at), at);
        String jumps = (isRuleChange(job.definition(), at)
                        ? "At " + at + " the job went over to newer rules of its time zone ("
                                + edition(job.definition()) + "): its clock jumped from "
                        : "Clocks in " + jump.getOffsetBefore() + " jump from ")
                + jump.getDateTimeBefore() + " to " + jump.getDateTimeAfter() + " and never show this time";
        if (!unmatched.isEmpty()) {
            return moment.as(
                    null, local, false, Reason.NOT_SCHEDULED, jumps + ", which the schedule does not name.", unmatched);
        }
        boolean due = moment.isNominal();
        boolean runs = due && job.status() == JobStatus.ACTIVE;
        String words = due
                ? "; an hour named by a plain number runs at the jump instead, at " + at + "."
                : "; an hour that comes from a star, a range or a step makes nothing up for it.";
        return moment.as(null, local, runs, Reason.CLOCK_GAP, jumps + words, List.of());
    }

    private static boolean isRuleChange(JobDefinition definition, Instant at) {
        return definition.schedule() instanceof ScheduleSpec.Cron cron
                && cron.ruleChange() != null
                && cron.ruleChange().at().equals(at);
    }

    private static String edition(JobDefinition definition) {
        return "edition " + ((ScheduleSpec.Cron) definition.schedule()).zoneEdition();
    }

    /** A job at an instant. */
    private final class Moment {
        private final JobAccounts accounts;
        private final Job job;
        private final JobDefinition definition;
        private final Schedule schedule;
        private final Instant at;
        private final LocalDateTime reading;

        Moment(JobAccounts accounts, Instant at) {
            this.accounts = accounts;
            this.job = accounts.job();
            this.at = at;
            this.definition = inForce();
            this.schedule = schedules.compile(definition.schedule());
            this.reading = LocalDateTime.ofInstant(
                    at, schedules.rulesOf(definition.schedule()).getOffset(at));
        }

        private JobDefinition inForce() {
            for (Revision revision : accounts.revisions()) {
                boolean begun = revision.nominalFrom().isBefore(at);
                boolean over =
                        revision.nominalTo() != null && revision.nominalTo().isBefore(at);
                if (begun && !over) {
                    return revision.definition();
                }
            }
            return job.definition();
        }

        boolean isNominal() {
            return at.equals(schedule.nextAfter(at.minus(MICRO)));
        }

        TimeExplanation explain() {
            for (Run run : accounts.runs()) {
                if (run.nominalAt().equals(at)) {
                    return of(
                            true,
                            Reason.RAN,
                            "There is a run of this time, " + run.id() + "." + ofRules(),
                            run.id(),
                            run.dueAt());
                }
            }
            if (!isNominal()) {
                return notNominal();
            }
            for (SkipRange skip : accounts.skips()) {
                if (!skip.nominalFirst().isAfter(at) && !skip.nominalLast().isBefore(at)) {
                    return no(Reason.SKIPPED, "It was skipped (" + Words.of(skip.reason()) + ").");
                }
            }
            if (definition.startsAt() != null && at.isBefore(definition.startsAt())) {
                return no(Reason.BEFORE_START, "The job starts at " + definition.startsAt() + ".");
            }
            if (definition.endsAt() != null && !at.isBefore(definition.endsAt())) {
                return no(Reason.AFTER_END, "The job ends at " + definition.endsAt() + ".");
            }
            return byStatus();
        }

        private TimeExplanation byStatus() {
            // A one-off may be owed from before its creation on.
            boolean owed = accounts.revisions().stream()
                    .anyMatch(revision -> revision.nominalFrom().isBefore(at));
            if (!owed && at.isBefore(job.createdAt())) {
                return no(Reason.BEFORE_CREATION, "The job was created at " + job.createdAt() + ".");
            }
            return switch (job.status()) {
                case DELETED -> no(Reason.DELETED, "The job was deleted.");
                case PAUSED, HELD ->
                    at.isAfter(job.plannedThrough())
                            ? no(
                                    Reason.PAUSED,
                                    "The job is paused; if it is resumed before, it runs, and else the time is skipped.")
                            : no(Reason.BEING_PLANNED, "Nothing is known of this time.");
                case ACTIVE ->
                    at.isAfter(time.now())
                            ? due()
                            : no(Reason.BEING_PLANNED, "The time has come, and it is about to be planned.");
            };
        }

        private TimeExplanation due() {
            Job planned = planner.planFrom(job, at.minus(MICRO));
            Instant due = Objects.requireNonNullElse(planned.nextDueAt(), at);
            String words = due.equals(at) ? "It runs." : "It runs, moved within its window to " + due + ".";
            return of(true, Reason.DUE, words + ofRules(), null, due);
        }

        private TimeExplanation notNominal() {
            List<String> unmatched = schedules.unmatched(definition.schedule(), reading);
            if (!unmatched.isEmpty()) {
                String names = String.join(", ", unmatched);
                return as(
                        at,
                        reading,
                        false,
                        Reason.NOT_SCHEDULED,
                        "The schedule does not name this time: its " + names + " "
                                + (unmatched.size() == 1 ? "does" : "do") + " not match.",
                        unmatched);
            }
            if (isShownBefore()) {
                return no(
                        Reason.REPEATED_HOUR,
                        "The job went over to newer rules of its time zone (" + edition(definition)
                                + "), whose clock shows " + reading + " again after the older ones' did;"
                                + " an hour named by a plain number runs the first time only.");
            }
            if (definition.schedule() instanceof ScheduleSpec.Cron) {
                return no(
                        Reason.REPEATED_HOUR,
                        "Clocks were set back and show " + reading
                                + " for the second time; an hour named by a plain number"
                                + " runs the first time only.");
            }
            return no(
                    Reason.NOT_SCHEDULED,
                    "The schedule does not name this time: " + schedules.describe(definition.schedule()) + ".");
        }

        /** Whether the rules in force alone would have it run. */
        private boolean isShownBefore() {
            return definition.schedule() instanceof ScheduleSpec.Cron cron
                    && cron.ruleChange() != null
                    && at.equals(schedules
                            .compile(new ScheduleSpec.Cron(cron.expression(), cron.timeZone(), cron.zoneEdition()))
                            .nextAfter(at.minus(MICRO)));
        }

        /** It may be due at a reading that its schedule does not name. */
        private String ofRules() {
            return isRuleChange(definition, at)
                            && !schedules
                                    .unmatched(definition.schedule(), reading)
                                    .isEmpty()
                    ? " It makes up for what the clock jumped over as the job went over to newer rules of its time zone ("
                            + edition(definition) + ")."
                    : "";
        }

        private TimeExplanation no(Reason reason, String words) {
            return as(at, reading, false, reason, words, List.of());
        }

        private TimeExplanation of(
                boolean runs, Reason reason, String words, @Nullable RunId run, @Nullable Instant due) {
            return explanation(at, reading, runs, reason, words, List.of(), run, due);
        }

        TimeExplanation as(
                @Nullable Instant shown,
                LocalDateTime local,
                boolean runs,
                Reason reason,
                String words,
                List<String> unmatched) {
            return explanation(shown, local, runs, reason, words, unmatched, null, null);
        }

        private TimeExplanation explanation(
                @Nullable Instant shown,
                LocalDateTime local,
                boolean runs,
                Reason reason,
                String words,
                List<String> unmatched,
                @Nullable RunId run,
                @Nullable Instant due) {
            Instant before =
                    at.isBefore(Instant.EPOCH.plus(PREVIOUS_WITHIN)) ? Instant.EPOCH : at.minus(PREVIOUS_WITHIN);
            return new TimeExplanation(
                    job.id(),
                    shown,
                    local,
                    Words.timeZone(definition.schedule()),
                    runs,
                    reason,
                    words,
                    unmatched,
                    isNominal() && reason != Reason.NOT_SCHEDULED ? at : null,
                    due,
                    run,
                    schedule.lastAtOrBefore(at.minus(MICRO), before),
                    schedule.nextAfter(at));
        }
    }
}
