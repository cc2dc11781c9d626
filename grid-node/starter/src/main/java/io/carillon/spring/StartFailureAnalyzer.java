package io.carillon.spring;

import io.carillon.domain.store.StoreUnavailableException;
import io.carillon.engine.grid.GridStartException;
import io.carillon.member.wiring.StartException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;

/** Says why a member did not start instead of a stack trace, where it says itself what to do. */
public final class StartFailureAnalyzer implements FailureAnalyzer {

    private static final int CAUSES_MAX = 50;

    @Override
    public @Nullable FailureAnalysis analyze(Throwable failure) {
        Throwable cause = failure;
        for (int i = 0; cause != null && i < CAUSES_MAX; i++) {
            if (cause instanceof StartException
                    || cause instanceof GridStartException
                    || cause instanceof StoreUnavailableException) {
                return new FailureAnalysis(
                        "The Carillon member cannot start: " + cause.getMessage(),
                        "Do what it says, or use a cluster elsewhere with carillon.member.enabled=false.",
                        failure);
            }
            cause = cause.getCause();
        }
        return null;
    }
}
