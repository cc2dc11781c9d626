package io.carillon.gateway.api;

/** Carries a {@link Problem} to the edge of a door. Has no stack trace: nothing is wrong with the program. */
public final class ProblemException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    ProblemException(Problem problem) {
        super(problem.type() + ": " + problem.detail(), null, false, false);
        this.problem = problem;
    }

    public Problem problem() {
        return problem;
    }
}
