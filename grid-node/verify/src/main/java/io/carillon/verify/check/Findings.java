package io.carillon.verify.check;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What a check came to.
 *
 * @param violations by time
 * @param lacking what was not there to be judged, a sentence each: then finding nothing wrong proves nothing
 * @param waits of all runs that were called and had no reason of their own to wait
 */
public record Findings(
        List<Violation> violations, List<String> lacking, Figures figures, List<Wait> waits, Tolerances tolerances) {
    public Findings {
        violations = violations.stream()
                .sorted(Comparator.comparing(Violation::at)
                        .thenComparing(Violation::verdict)
                        .thenComparing(Violation::words))
                .toList();
        lacking = List.copyOf(lacking);
        waits = List.copyOf(waits);
    }

    public boolean isViolated() {
        return !violations.isEmpty();
    }

    /** Nothing wrong was found, where there was enough to find it in. */
    public boolean isClean() {
        return violations.isEmpty() && lacking.isEmpty();
    }

    /** How many there are of each, zeros too. */
    public Map<Verdict, Long> counts() {
        Map<Verdict, Long> counts = new EnumMap<>(Verdict.class);
        for (Verdict verdict : Verdict.values()) {
            counts.put(verdict, 0L);
        }
        violations.forEach(violation -> counts.merge(violation.verdict(), 1L, Long::sum));
        return counts;
    }
}
