package io.carillon.verify.check;

import io.carillon.verify.evidence.Answer;
import io.carillon.verify.evidence.Arrival;
import io.carillon.verify.evidence.Closing;
import io.carillon.verify.evidence.Definition;
import io.carillon.verify.evidence.Evidence;
import io.carillon.verify.evidence.Fact;
import io.carillon.verify.evidence.Fault;
import io.carillon.verify.evidence.JobSaid;
import io.carillon.verify.evidence.Outcome;
import io.carillon.verify.evidence.Request;
import io.carillon.verify.evidence.RunSaid;
import io.carillon.verify.evidence.RunSaid.AttemptSaid;
import io.carillon.verify.evidence.Setting;
import io.carillon.verify.evidence.Trigger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A little evidence of one job, made by hand. Times are seconds after {@link #BEGIN}. */
final class Case {
    static final Instant BEGIN = Instant.parse("2026-05-05T10:00:00Z");
    static final UUID JOB = new UUID(1, 1);
    static final UUID RUN = new UUID(2, 0x8000_0000_0000_0002L);

    private static final Duration ANSWERED_IN = Duration.ofMillis(10);

    private final List<Fact> facts = new ArrayList<>();
    private long number;

    Case() {
        this(Map.of());
    }

    Case(Map<String, String> options) {
        facts.add(new Setting(1, BEGIN, Duration.ofMillis(1), options));
    }

    static Instant at(double seconds) {
        return BEGIN.plusMillis(Math.round(seconds * 1_000));
    }

    Case add(Fact fact) {
        facts.add(fact);
        return this;
    }

    /** A job that is there to the end. */
    Case created(double seconds, Definition definition) {
        facts.add(new JobSaid(JOB, definition.name(), null, "active", 1, at(seconds), null));
        return asked(seconds, Request.Kind.CREATE, definition, Outcome.ACKNOWLEDGED, "201");
    }

    Case asked(
            double seconds,
            Request.Kind kind,
            @Nullable Definition definition,
            Outcome outcome,
            @Nullable String status) {
        return asked(seconds, kind, null, definition, outcome, status);
    }

    Case asked(
            double seconds,
            Request.Kind kind,
            @Nullable UUID run,
            @Nullable Definition definition,
            Outcome outcome,
            @Nullable String status) {
        facts.add(new Request(
                ++number,
                kind,
                null,
                "key-" + number,
                JOB,
                run,
                definition,
                null,
                at(seconds),
                at(seconds).plus(ANSWERED_IN),
                outcome,
                status));
        return this;
    }

    /** @param reply null: there is none */
    Case called(double due, double seconds, int attempt, Answer.@Nullable Reply reply) {
        return called(RUN, due, seconds, attempt, reply);
    }

    Case called(UUID run, double due, double seconds, int attempt, Answer.@Nullable Reply reply) {
        long call = ++number;
        facts.add(new Arrival(
                call,
                Arrival.Door.HTTP,
                null,
                run,
                JOB,
                attempt,
                attempt,
                Trigger.SCHEDULE,
                at(due),
                at(due),
                at(seconds)));
        if (reply != null) {
            facts.add(new Answer(call, reply, at(seconds).plusMillis(1)));
        }
        return this;
    }

    static AttemptSaid attempt(int attempt, double started, double ended, String end) {
        return new AttemptSaid(attempt, attempt, null, at(started), at(ended), end);
    }

    Case shown(Trigger trigger, double due, String status, @Nullable String reason, AttemptSaid... attempts) {
        boolean terminal = List.of("succeeded", "dead", "cancelled").contains(status);
        AttemptSaid last = attempts.length == 0 ? null : attempts[attempts.length - 1];
        facts.add(new RunSaid(
                RUN,
                JOB,
                1,
                status,
                terminal,
                trigger,
                last == null ? 0 : last.attempt(),
                last == null ? 0 : last.token(),
                at(due),
                at(due),
                last == null ? null : last.startedAt(),
                last == null ? null : last.endedAt(),
                reason,
                List.of(attempts)));
        return this;
    }

    /** @param stopsFor seconds; null: until it is healed */
    Case fault(double from, double healed, @Nullable Integer stopsFor) {
        Duration most = stopsFor == null ? null : Duration.ofSeconds(stopsFor);
        facts.add(new Fault(++number, "outage", "all", at(from), at(healed), at(healed), null, most));
        return this;
    }

    Findings judged(double until, double readAt) {
        List<Fact> all = new ArrayList<>(facts);
        all.add(new Closing(at(until), at(readAt)));
        return Checker.check(Evidence.of(all), Tolerances.DEFAULT);
    }

    List<Verdict> verdicts(double until, double readAt) {
        return judged(until, readAt).violations().stream()
                .map(Violation::verdict)
                .toList();
    }
}
