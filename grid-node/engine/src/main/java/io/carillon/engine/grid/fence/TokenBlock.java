package io.carillon.engine.grid.fence;

/** Tokens that nobody else hands out, both ends inclusive. */
record TokenBlock(long first, long last) {

    TokenBlock {
        if (first < 1 || last < first) {
            throw new IllegalArgumentException("no block of tokens: " + first + " to " + last);
        }
    }

    long size() {
        return last - first + 1;
    }
}
