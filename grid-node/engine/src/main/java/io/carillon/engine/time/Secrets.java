package io.carillon.engine.time;

import java.security.SecureRandom;

/** Bytes that nobody can guess: never for anything that a test would want to repeat. Thread-safe. */
public final class Secrets {

    private static final SecureRandom RANDOM = new SecureRandom();

    private Secrets() {}

    public static byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        RANDOM.nextBytes(bytes);
        return bytes;
    }
}
