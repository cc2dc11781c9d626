package io.carillon.verify.check;

import io.carillon.verify.evidence.Trouble;
import java.util.function.Consumer;

/** What the recorder met with must not be. */
final class TroubleLaw implements Law {

    @Override
    public void look(CaseFile file, Consumer<Violation> found) {
        for (Trouble trouble : file.evidence().troubles()) {
            found.accept(
                    new Violation(verdict(trouble.kind()), trouble.job(), trouble.run(), trouble.at(), trouble.text()));
        }
    }

    private static Verdict verdict(Trouble.Kind kind) {
        return switch (kind) {
            case NOT_WHOLE, NOT_ENDED, LOAD_LEFT_OUT -> Verdict.RECOVERY;
            case BAD_CALL, BAD_PAYLOAD -> Verdict.HISTORY;
            case NO_LEDGER -> Verdict.LEDGER;
        };
    }
}
