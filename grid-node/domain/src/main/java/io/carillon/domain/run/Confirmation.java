package io.carillon.domain.run;

/** Whether the worker has confirmed the assignment of an attempt. Not stored. */
public enum Confirmation {
    /** It has not: nobody has worked on the attempt, which is taken back. */
    NONE,
    /** It has: if the lease ends without a word, worker or payload is to blame. */
    GIVEN,
    /** The owner who would know has died. It may have, so the attempt counts; but nobody is to blame. */
    UNKNOWN
}
