package io.carillon.verify.evidence;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All that was seen, sorted by kind.
 *
 * @param requests by number
 * @param calls by arrival
 * @param faults by their beginning
 */
public record Evidence(
        Setting setting,
        List<Request> requests,
        List<Call> calls,
        List<Fault> faults,
        List<Note> notes,
        List<Trouble> troubles,
        List<JobSaid> jobs,
        List<RunSaid> runs,
        List<LedgerSaid> ledgers,
        List<DeadLetterSaid> deadLetters,
        Closing closing) {

    public Evidence {
        requests = List.copyOf(requests);
        calls = List.copyOf(calls);
        faults = List.copyOf(faults);
        notes = List.copyOf(notes);
        troubles = List.copyOf(troubles);
        jobs = List.copyOf(jobs);
        runs = List.copyOf(runs);
        ledgers = List.copyOf(ledgers);
        deadLetters = List.copyOf(deadLetters);
    }

    /**
     * @throws IllegalArgumentException if the facts are not whole: no setting, no closing, an answer without its call, a number given
     *     twice
     */
    public static Evidence of(Iterable<? extends Fact> facts) {
        Gathering gathering = new Gathering();
        facts.forEach(gathering::add);
        return gathering.evidence();
    }

    private static final class Gathering {
        private @Nullable Setting setting;
        private @Nullable Closing closing;
        private final Map<Long, Request> requests = new HashMap<>();
        private final Map<Long, Arrival> arrivals = new LinkedHashMap<>();
        private final Map<Long, Answer> answers = new HashMap<>();
        private final Map<Long, Fault> faults = new HashMap<>();
        private final List<Note> notes = new ArrayList<>();
        private final List<Trouble> troubles = new ArrayList<>();
        private final List<JobSaid> jobs = new ArrayList<>();
        private final List<RunSaid> runs = new ArrayList<>();
        private final List<LedgerSaid> ledgers = new ArrayList<>();
        private final List<DeadLetterSaid> deadLetters = new ArrayList<>();

        void add(Fact fact) {
            if (fact instanceof Setting first) {
                once(setting == null, "there are two settings");
                setting = first;
            } else if (fact instanceof Closing last) {
                once(closing == null, "there are two closings");
                closing = last;
            } else if (fact instanceof Request request) {
                once(
                        requests.put(request.number(), request) == null,
                        "two requests have the number " + request.number());
            } else if (fact instanceof Arrival arrival) {
                once(arrivals.put(arrival.number(), arrival) == null, "two calls have the number " + arrival.number());
            } else if (fact instanceof Answer answer) {
                once(answers.put(answer.number(), answer) == null, "call " + answer.number() + " has two answers");
            } else if (fact instanceof Fault fault) {
                once(faults.put(fault.number(), fault) == null, "two faults have the number " + fault.number());
            } else if (fact instanceof Note note) {
                notes.add(note);
            } else if (fact instanceof Trouble trouble) {
                troubles.add(trouble);
            } else if (fact instanceof JobSaid job) {
                jobs.add(job);
            } else if (fact instanceof RunSaid run) {
                runs.add(run);
            } else if (fact instanceof LedgerSaid ledger) {
                ledgers.add(ledger);
            } else if (fact instanceof DeadLetterSaid letter) {
                deadLetters.add(letter);
            }
        }

        Evidence evidence() {
            if (setting == null) {
                throw new IllegalArgumentException("the evidence has no setting: its first line is missing");
            }
            if (closing == null) {
                throw new IllegalArgumentException("the evidence has no closing: it was broken off and proves nothing");
            }
            for (Long number : answers.keySet()) {
                once(arrivals.containsKey(number), "call " + number + " was answered and never came");
            }
            List<Call> calls = new ArrayList<>(arrivals.size());
            arrivals.forEach((number, arrival) -> calls.add(new Call(arrival, answers.get(number))));
            calls.sort(Comparator.comparing(Call::arrivedAt)
                    .thenComparing(call -> call.arrival().number()));
            List<Request> byNumber = new ArrayList<>(requests.values());
            byNumber.sort(Comparator.comparing(Request::number));
            List<Fault> byBeginning = new ArrayList<>(faults.values());
            byBeginning.sort(Comparator.comparing(Fault::from).thenComparing(Fault::number));
            return new Evidence(
                    setting, byNumber, calls, byBeginning, notes, troubles, jobs, runs, ledgers, deadLetters, closing);
        }

        private static void once(boolean holds, String otherwise) {
            if (!holds) {
                throw new IllegalArgumentException(otherwise);
            }
        }
    }
}
