package io.carillon.gateway.api;

import java.util.ArrayList;
import java.util.List;

/** Collects what is wrong with a request, so that its author hears of all of it at once. */
public final class Violations {

    /** A request with more wrong fields than this is not helped by the rest. */
    private static final int MAX = 50;

    private final List<FieldViolation> found = new ArrayList<>();

    /** The first thing said of a field stands: what follows from it needs no mention. */
    public void add(String field, String message) {
        FieldViolation violation = new FieldViolation(field, message);
        if (found.size() < MAX && !names(violation.field())) {
            found.add(violation);
        }
    }

    public boolean isEmpty() {
        return found.isEmpty();
    }

    public boolean names(String field) {
        return found.stream().anyMatch(violation -> violation.field().equals(field));
    }

    public List<FieldViolation> list() {
        return List.copyOf(found);
    }
}
