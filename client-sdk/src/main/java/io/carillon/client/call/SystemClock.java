package io.carillon.client.call;

import java.security.SecureRandom;
import java.util.concurrent.ThreadLocalRandom;

/** The machine's clock and randomness. */
public final class SystemClock implements ClientClock {
    private final SecureRandom random = new SecureRandom();

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public long epochMillis() {
        return System.currentTimeMillis();
    }

    @Override
    public double chance() {
        return ThreadLocalRandom.current().nextDouble();
    }

    @Override
    public long randomBits() {
        return random.nextLong();
    }
}
