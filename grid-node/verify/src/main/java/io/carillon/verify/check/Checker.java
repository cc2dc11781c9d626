package io.carillon.verify.check;

import io.carillon.verify.evidence.Evidence;
import java.util.ArrayList;
import java.util.List;

/** Judges evidence by all laws. Pure: the same evidence and tolerances give the same findings. */
public final class Checker {
    private static final List<Law> LAWS = List.of(
            new CreateLaw(),
            new RefusalLaw(),
            new OwedLaw(),
            new NeverOwedLaw(),
            new TriggerLaw(),
            new OnceLaw(),
            new AttemptLaw(),
            new TokenLaw(),
            new EarlyLaw(),
            new LateLaw(),
            new OverlapLaw(),
            new QuotaLaw(),
            new HistoryLaw(),
            new LedgerLaw(),
            new TroubleLaw());

    private Checker() {}

    public static Findings check(Evidence evidence, Tolerances tolerances) {
        CaseFile file = CaseFile.of(evidence, tolerances);
        List<Violation> violations = new ArrayList<>();
        LAWS.forEach(law -> law.look(file, violations::add));
        List<Wait> waits = Waits.of(file);
        Figures figures = Measured.of(file, waits);
        return new Findings(violations, Worth.lacking(file, figures), figures, waits, tolerances);
    }
}
