package io.carillon.benchmarks.day;

import java.util.Arrays;
import java.util.List;

/**
 * What is to happen when, in order of time; at one instant in the order of kinds and then of ids. A binary heap of numbers:
 * 37 bits of microseconds since the simulation's begin, 3 bits of kind, 23 bits of id.
 */
final class Agenda {

    static final int ID_MAX = (1 << 23) - 1;
    static final long MICROS_MAX = (1L << 37) - 1;

    private static final int ID_BITS = 23;
    private static final int PAYLOAD_BITS = 26;
    private static final List<Kind> KINDS = List.of(Kind.values());

    /** What an id names; those of one instant come in this order. */
    enum Kind {
        /** A second, whose runs come into memory. */
        LOAD(0),
        /** The first run of a lump that is to be claimed together. */
        CLAIM(1),
        /** A transaction that has got on by one step. */
        TRANSACTION(2),
        /** A lane that has waited for more rows. */
        GATHERED(3),
        /** A run whose attempt has ended. */
        END(4),
        /** A run whose start another member's gateway asks for. */
        ASKED(5),
        /** A loop's turn. */
        TURN(6),
        /** Something that is looked at now and then. */
        LOOK(7);

        private final int code;

        Kind(int code) {
            this.code = code;
        }
    }

    private long[] heap = new long[1 << 16];
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    void push(long micros, Kind kind, int id) {
        if (micros < 0 || micros > MICROS_MAX || id < 0 || id > ID_MAX) {
            throw new IllegalArgumentException("beyond the agenda: " + kind + " " + id + " at " + micros);
        }
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, 2 * size);
        }
        long event = (micros << PAYLOAD_BITS) | ((long) kind.code << ID_BITS) | id;
        int at = size;
        size++;
        while (at > 0) {
            int parent = (at - 1) >>> 1;
            if (heap[parent] <= event) {
                break;
            }
            heap[at] = heap[parent];
            at = parent;
        }
        heap[at] = event;
    }

    /** Takes out the next event; there must be one. */
    long pop() {
        long first = heap[0];
        size--;
        long last = heap[size];
        int at = 0;
        while (true) {
            int child = 2 * at + 1;
            if (child >= size) {
                break;
            }
            if (child + 1 < size && heap[child + 1] < heap[child]) {
                child++;
            }
            if (heap[child] >= last) {
                break;
            }
            heap[at] = heap[child];
            at = child;
        }
        heap[at] = last;
        return first;
    }

    static long microsOf(long event) {
        return event >>> PAYLOAD_BITS;
    }

    static Kind kindOf(long event) {
        return KINDS.get((int) (event >>> ID_BITS) & 7);
    }

    static int idOf(long event) {
        return (int) event & ID_MAX;
    }
}
