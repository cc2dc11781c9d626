package io.carillon.verify.report;

import io.carillon.verify.check.Findings;
import io.carillon.verify.check.Verdict;
import io.carillon.verify.check.Violation;
import io.carillon.verify.evidence.Evidence;
import io.carillon.verify.evidence.Fault;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A report to be read in a terminal. */
public final class TextReport {
    private static final int SHOWN_OF_A_KIND = 20;

    private TextReport() {}

    public static String of(Evidence evidence, Findings findings) {
        StringBuilder text = new StringBuilder();
        text.append(headline(findings)).append('\n');
        text.append("seed ").append(evidence.setting().seed());
        text.append(", from ").append(Words.time(evidence.setting().startedAt()));
        text.append(" to ").append(Words.time(evidence.closing().readAt())).append("\n\n");
        Words.figures(findings).forEach(line -> text.append(line).append('\n'));
        faults(text, evidence, findings);
        evidence.notes()
                .forEach(note -> text.append("note: ").append(note.text()).append('\n'));
        text.append('\n');
        for (Verdict verdict : Verdict.values()) {
            verdict(text, verdict, findings);
        }
        return text.toString();
    }

    /** One line. */
    public static String headline(Findings findings) {
        if (findings.isViolated()) {
            return findings.violations().size() + " violations were found";
        }
        return findings.isClean()
                ? "nothing wrong was found"
                : "it proves nothing: " + String.join("; ", findings.lacking());
    }

    private static void faults(StringBuilder text, Evidence evidence, Findings findings) {
        Map<Long, String> recovered = new HashMap<>();
        findings.figures().recoveries().forEach(each -> recovered.put(each.fault(), Words.seconds(each.took())));
        for (Fault fault : evidence.faults()) {
            text.append("fault ").append(fault.number()).append(": ").append(fault.kind());
            text.append(" of ").append(fault.whom());
            text.append(", ").append(Words.time(fault.from())).append(" to ").append(Words.time(fault.to()));
            text.append(
                    fault.healthyAt() == null
                            ? ", never whole again"
                            : ", whole at " + Words.time(fault.healthyAt()) + ", last late start "
                                    + recovered.getOrDefault(fault.number(), "?") + " later");
            text.append('\n');
        }
    }

    private static void verdict(StringBuilder text, Verdict verdict, Findings findings) {
        List<Violation> all = findings.violations().stream()
                .filter(violation -> violation.verdict() == verdict)
                .toList();
        text.append(String.format(java.util.Locale.ROOT, "%-18s %,d\n", verdict.id(), all.size()));
        all.stream()
                .limit(SHOWN_OF_A_KIND)
                .forEach(violation ->
                        text.append("    ").append(violation.words()).append('\n'));
        if (all.size() > SHOWN_OF_A_KIND) {
            text.append("    and ").append(all.size() - SHOWN_OF_A_KIND).append(" more\n");
        }
    }
}
