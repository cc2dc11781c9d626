package io.carillon.client.call;

/** The client's only door to time and chance. Thread-safe. */
public interface ClientClock {

    /** Monotonic nanoseconds since an arbitrary origin. */
    long nanos();

    /** Calendar time, for the leading bits of identifiers only; nothing is decided by it. */
    long epochMillis();

    /** A uniformly distributed number in [0, 1). */
    double chance();

    /** 64 bits that no other process draws, fit for identifiers. */
    long randomBits();
}
