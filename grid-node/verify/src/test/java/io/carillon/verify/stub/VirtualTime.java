package io.carillon.verify.stub;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;

/** A clock that jumps from one thing to do to the next. */
final class VirtualTime {
    private record Task(Instant at, long number, Runnable work) {}

    private final PriorityQueue<Task> tasks =
            new PriorityQueue<>(Comparator.comparing(Task::at).thenComparing(Task::number));
    private Instant now;
    private long numbers;

    VirtualTime(Instant begin) {
        now = begin;
    }

    Instant now() {
        return now;
    }

    /** What is past is done next. */
    void at(Instant at, Runnable work) {
        tasks.add(new Task(at.isBefore(now) ? now : at, numbers++, work));
    }

    void in(Duration delay, Runnable work) {
        at(now.plus(delay), work);
    }

    void runUntil(Instant end) {
        while (!tasks.isEmpty() && !tasks.peek().at.isAfter(end)) {
            Task task = tasks.remove();
            now = task.at;
            task.work.run();
        }
        now = end;
    }
}
