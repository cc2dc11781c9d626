package io.carillon.verify.check;

import io.carillon.verify.evidence.Fault;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;

/**
 * When faults kept runs from starting: from the first blow until the cluster was seen whole again, or, where others take over what one
 * has left, for a while after each of its two blows. All other time is quiet.
 *
 * <p>What a fault touched may wait, but not while all is quiet; so waits are measured in quiet time. That holds a cluster to its word
 * even if one fault follows the other.
 */
final class Quiet {
    /** Of a job that has no run to tell: any fault can have touched it. */
    static final int ANY_SHARD = -1;

    private static final int SHARDS_MASK = 0xfff;

    /** A stretch in which a fault keeps runs from starting. */
    private record Stop(Fault fault, Instant from, Instant to) {}

    private final List<Fault> faults;
    private final List<Stop> stops = new ArrayList<>();
    private final Instant end;

    /** @param end faults that never healed go on until then */
    Quiet(List<Fault> faults, Instant end) {
        this.faults = faults.stream().sorted(Comparator.comparing(Fault::from)).toList();
        this.end = end;
        for (Fault fault : this.faults) {
            Instant healed = healedAt(fault);
            Duration most = fault.stopsFor();
            if (most == null || !fault.from().plus(most).isBefore(fault.to())) {
                Instant to = most == null ? healed : earliest(healed, fault.to().plus(most));
                stops.add(new Stop(fault, fault.from(), to));
            } else {
                stops.add(new Stop(fault, fault.from(), fault.from().plus(most)));
                stops.add(
                        new Stop(fault, fault.to(), earliest(healed, fault.to().plus(most))));
            }
        }
        stops.sort(Comparator.comparing(Stop::from));
    }

    /** Where a run belongs: its id says it. */
    static int shardOf(UUID run) {
        return (int) (run.getMostSignificantBits() & SHARDS_MASK);
    }

    /** Whether a fault kept runs of the shard from starting at any time in between. */
    boolean isDisturbed(int shard, Instant from, Instant to) {
        return stops.stream()
                .anyMatch(stop -> touches(stop.fault, shard) && !stop.from.isAfter(to) && !stop.to.isBefore(from));
    }

    /** Whether a fault that can have touched the shard was going on at any time in between, taken over by others or not. */
    boolean isUnderFault(int shard, Instant from, Instant to) {
        return faults.stream()
                .anyMatch(fault -> touches(fault, shard)
                        && !fault.from().isAfter(to)
                        && !healedAt(fault).isBefore(from));
    }

    /** How much of the time in between no fault kept runs of the shard from starting. */
    Duration quietBetween(int shard, Instant from, Instant to) {
        if (!from.isBefore(to)) {
            return Duration.ZERO;
        }
        Duration quiet = Duration.between(from, to);
        Instant counted = from;
        for (Stop stop : stops) {
            Instant begin = latest(stop.from, counted);
            Instant healed = earliest(stop.to, to);
            if (touches(stop.fault, shard) && begin.isBefore(healed)) {
                quiet = quiet.minus(Duration.between(begin, healed));
                counted = healed;
            }
        }
        return quiet;
    }

    /** The instant at which so much quiet time has passed since {@code from}. */
    Instant after(int shard, Instant from, Duration wait) {
        Instant to = from.plus(wait);
        Duration lacking = wait.minus(quietBetween(shard, from, to));
        while (lacking.compareTo(Duration.ofMillis(1)) > 0 && to.isBefore(end)) {
            to = to.plus(lacking);
            lacking = wait.minus(quietBetween(shard, from, to));
        }
        return to;
    }

    /** Stretches in which any fault was going on, without gaps or overlaps, in order. */
    List<Span> spans() {
        List<Span> spans = new ArrayList<>();
        for (Fault fault : faults) {
            Instant healed = healedAt(fault);
            int last = spans.size() - 1;
            if (last >= 0 && !fault.from().isAfter(spans.get(last).to())) {
                spans.set(
                        last,
                        new Span(spans.get(last).from(), latest(spans.get(last).to(), healed)));
            } else {
                spans.add(new Span(fault.from(), healed));
            }
        }
        return spans;
    }

    record Span(Instant from, Instant to) {}

    Instant healedAt(Fault fault) {
        Instant healed = fault.healthyAt();
        return healed == null ? latest(end, fault.to()) : healed;
    }

    static boolean touches(Fault fault, int shard) {
        return fault.shards() == null || shard == ANY_SHARD || fault.shards().contains(shard);
    }

    private static Instant latest(Instant a, Instant b) {
        return a.isBefore(b) ? b : a;
    }

    private static Instant earliest(Instant a, Instant b) {
        return a.isBefore(b) ? a : b;
    }
}
