package io.carillon.verify.check;

import io.carillon.verify.evidence.Outcome;
import io.carillon.verify.evidence.Request;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Which states a job can have been in at each instant, from what its callers were told.
 *
 * <p>A request takes effect at one instant between its sending and its answer; one without an answer, at some time after its sending or
 * never. All orders that this allows are followed. So where the set has one state it is certain, and where it has several the product
 * may have taken any of them.
 */
final class JobStory {

    /** One request with the span within which it takes effect. */
    record Change(Request request, Instant from, Instant to) {
        boolean isCertain() {
            return request.outcome() == Outcome.ACKNOWLEDGED;
        }

        /** The same once more, and both without an answer: as good as one that takes longer. */
        boolean isRepeatedBy(Change next) {
            return !isCertain()
                    && !next.isCertain()
                    && request.kind() == next.request.kind()
                    && Objects.equals(request.definition(), next.request.definition())
                    && Objects.equals(request.option(), next.request.option())
                    && !next.from.isAfter(to);
        }
    }

    /**
     * @param applied the acknowledged changes under way that have taken effect in this branch. Of the others it does not matter: they are
     *     repeated so often that one may take effect more than once
     */
    private record Branch(JobState state, Set<Long> applied) {
        Branch {
            applied = Set.copyOf(applied);
        }
    }

    private final TreeMap<Instant, Set<JobState>> states = new TreeMap<>();
    private final List<Change> changes;
    private final List<Request> impossible = new ArrayList<>();

    private JobStory(List<Change> changes) {
        this.changes = changes;
    }

    /**
     * @param requests that change the job's state and may have been carried out
     * @param slack by which spans are wider at both ends, since clocks differ
     * @param unknownReach so long after its caller gave up a request without an answer may take effect
     */
    static JobStory of(List<Request> requests, Duration slack, Duration unknownReach) {
        List<Change> changes = new ArrayList<>();
        for (Request request : requests) {
            if (request.mayBeDone()) {
                Duration reach = request.acknowledged() ? slack : slack.plus(unknownReach);
                Change change = new Change(
                        request,
                        request.sentAt().minus(slack),
                        request.answeredAt().plus(reach));
                int last = changes.size() - 1;
                if (last >= 0 && changes.get(last).isRepeatedBy(change)) {
                    changes.set(last, new Change(changes.get(last).request, changes.get(last).from, change.to));
                } else {
                    changes.add(change);
                }
            }
        }
        JobStory story = new JobStory(changes);
        story.unfold();
        return story;
    }

    private void unfold() {
        record Point(Instant at, boolean ends, Change change) {}
        List<Point> points = new ArrayList<>();
        for (Change change : changes) {
            points.add(new Point(change.from, false, change));
            points.add(new Point(change.to, true, change));
        }
        points.sort(Comparator.comparing(Point::at).thenComparing(Point::ends));
        Set<Branch> branches = Set.of(new Branch(JobState.ABSENT, Set.of()));
        List<Change> underWay = new ArrayList<>();
        states.put(Instant.MIN, Set.of(JobState.ABSENT));
        for (Point point : points) {
            if (point.ends()) {
                branches = ended(branches, point.change());
                underWay.remove(point.change());
            } else {
                underWay.add(point.change());
                branches = closure(branches, underWay);
            }
            Set<JobState> possible = new TreeSet<>(JobState.ORDER);
            branches.forEach(branch -> possible.add(branch.state));
            states.put(point.at(), Collections.unmodifiableSet(possible));
        }
    }

    private static Set<Branch> closure(Set<Branch> from, List<Change> underWay) {
        Set<Branch> all = new HashSet<>(from);
        List<Branch> open = new ArrayList<>(from);
        while (!open.isEmpty()) {
            Branch branch = open.remove(open.size() - 1);
            for (Change change : underWay) {
                long number = change.request.number();
                if (branch.applied.contains(number)) {
                    continue;
                }
                branch.state.after(change.request).ifPresent(next -> {
                    Set<Long> applied = new HashSet<>(branch.applied);
                    if (change.isCertain()) {
                        applied.add(number);
                    }
                    Branch reached = new Branch(next, applied);
                    if (all.add(reached)) {
                        open.add(reached);
                    }
                });
            }
        }
        return all;
    }

    /** What was acknowledged has taken effect by now; branches in which it has not cannot be. */
    private Set<Branch> ended(Set<Branch> branches, Change change) {
        if (!change.isCertain()) {
            return branches;
        }
        long number = change.request.number();
        Set<Branch> left = new HashSet<>();
        for (Branch branch : branches) {
            if (branch.applied.contains(number)) {
                Set<Long> applied = new HashSet<>(branch.applied);
                applied.remove(number);
                left.add(new Branch(branch.state, applied));
            }
        }
        if (left.isEmpty()) {
            impossible.add(change.request);
            return branches;
        }
        return left;
    }

    /** Acknowledged, though no order of what was asked allows it. What comes later is judged as if it had not been asked. */
    List<Request> impossible() {
        return List.copyOf(impossible);
    }

    List<Change> changes() {
        return changes;
    }

    Set<JobState> at(Instant instant) {
        return states.floorEntry(instant).getValue();
    }

    /** Any state that is possible at any time in [from, to]. */
    Set<JobState> during(Instant from, Instant to) {
        Set<JobState> all = new TreeSet<>(JobState.ORDER);
        all.addAll(at(from));
        for (Map.Entry<Instant, Set<JobState>> entry :
                states.subMap(from, false, to.isBefore(from) ? from : to, true).entrySet()) {
            all.addAll(entry.getValue());
        }
        return all;
    }

    /** The first instant in [from, to] from which on, at that moment, the job surely is as asked for; else null. */
    Optional<Instant> firstCertain(Instant from, Instant to, Predicate<JobState> wanted) {
        if (at(from).stream().allMatch(wanted)) {
            return Optional.of(from);
        }
        return states.subMap(from, false, to.isBefore(from) ? from : to, true).entrySet().stream()
                .filter(entry -> entry.getValue().stream().allMatch(wanted))
                .map(Map.Entry::getKey)
                .findFirst();
    }
}
