package io.carillon.engine.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** What the sender of a request has heard. */
public final class Heard<T> implements Consumer<T> {

    private final List<T> answers = new ArrayList<>();

    /** One that cannot be told. */
    public static <T> Consumer<T> refusing() {
        return answer -> {
            throw new IllegalStateException("the caller has gone");
        };
    }

    @Override
    public void accept(T answer) {
        answers.add(answer);
    }

    public boolean answered() {
        return !answers.isEmpty();
    }

    public int times() {
        return answers.size();
    }

    /** The one answer. @throws IllegalStateException if there is none, or more than one */
    public T answer() {
        if (answers.size() != 1) {
            throw new IllegalStateException("answered " + answers.size() + " times: " + answers);
        }
        return answers.get(0);
    }
}
