package io.carillon.engine.testkit;

import io.carillon.engine.port.Fences;
import java.util.concurrent.atomic.AtomicLong;

/** A member's fencing tokens, in small blocks from one counter for all members. */
public final class FakeFences implements Fences {

    /** The counter that all members' blocks come from. */
    public static final class Tokens {
        private final AtomicLong next = new AtomicLong(1);

        /** As after a repair: blocks start here. */
        public void raise(long atLeast) {
            next.accumulateAndGet(atLeast, Math::max);
        }
    }

    private static final int BLOCK = 5;

    private final Tokens tokens;
    private long at;
    private long end;
    private boolean dry;

    public FakeFences(Tokens tokens) {
        this.tokens = tokens;
    }

    /** No token is at hand until further notice. */
    public void dry(boolean value) {
        dry = value;
    }

    @Override
    public boolean atHand() {
        return !dry;
    }

    @Override
    public long next(long last) {
        if (dry) {
            return NONE;
        }
        if (at <= last) {
            at = end;
        }
        while (at >= end || at <= last) {
            at = tokens.next.getAndAdd(BLOCK);
            end = at + BLOCK;
        }
        return at++;
    }
}
