package io.carillon.engine.sim;

import java.util.ArrayList;
import java.util.List;

/** Laws that were broken, with the time. A simulation ends at the first. */
final class Violations {

    private final Agenda agenda;
    private final List<String> found = new ArrayList<>();

    Violations(Agenda agenda) {
        this.agenda = agenda;
    }

    void add(String what) {
        found.add("at " + agenda.nowMicros() / 1_000 + " ms: " + what);
    }

    void demand(boolean holds, String otherwise) {
        if (!holds) {
            add(otherwise);
        }
    }

    boolean none() {
        return found.isEmpty();
    }

    List<String> found() {
        return found;
    }
}
