package io.carillon.app.start;

import org.springframework.boot.SpringBootExceptionReporter;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Keeps Spring from telling at length what {@link StartFailure} says in one line. The rest it may tell. */
@Order(Ordered.HIGHEST_PRECEDENCE)
public final class ForeseenFailures implements SpringBootExceptionReporter {

    @Override
    public boolean reportException(Throwable failure) {
        return StartFailure.foreseen(failure).isPresent();
    }
}
