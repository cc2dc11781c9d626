package io.carillon.verify.check;

import java.util.function.Consumer;

/** One thing that must hold. Pure. */
interface Law {
    void look(CaseFile file, Consumer<Violation> found);
}
