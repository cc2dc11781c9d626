package io.carillon.domain.wheel;

/** A list of timers, linked through the timers themselves: appending, moving and removing allocate nothing. */
final class TimerList<T> extends Link {

    boolean isEmpty() {
        return next == this;
    }

    /** Adds a timer that is in no list. */
    void append(Timer<T> timer) {
        timer.previous = previous;
        timer.next = this;
        previous.next = timer;
        previous = timer;
    }

    /** Removes the oldest timer; the list must not be empty. */
    Timer<T> removeFirst() {
        @SuppressWarnings("unchecked") // only the head is not a Timer<T>, and the list is not empty
        Timer<T> first = (Timer<T>) next;
        first.unlink();
        return first;
    }

    /** Appends everything that is in {@code other}, and leaves it empty, in constant time. */
    void takeAll(TimerList<T> other) {
        if (other.isEmpty()) {
            return;
        }
        Link first = other.next;
        Link last = other.previous;
        other.next = other;
        other.previous = other;
        previous.next = first;
        first.previous = previous;
        last.next = this;
        previous = last;
    }
}
