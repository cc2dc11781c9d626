package io.carillon.worker.state;

/** The handler at work on an attempt, as the state sees it. */
public interface Work {

    /** Marks the attempt as cancelled and interrupts its thread. Never blocks; a second reason replaces the first. */
    void stop(StopReason reason);

    /** Whether its handler is ending the program, and so will not return before the program has ended. */
    default boolean endsProgram() {
        return false;
    }
}
