package io.carillon.member.doors;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** The few threads that answer through a member's doors: by their names a thread dump says what they do. */
public final class DoorThreads {

    private static final int REPLIES = 2;
    private static final int PUSHES = 2;

    private DoorThreads() {}

    /** Answer what the owners of shards have decided. */
    public static ExecutorService replies() {
        return named("carillon-reply", REPLIES);
    }

    /** Write to workers. */
    public static ExecutorService pushes() {
        return named("carillon-push", PUSHES);
    }

    /** May wait for the database. */
    public static ExecutorService queries(int count) {
        return named("carillon-query", count);
    }

    private static ExecutorService named(String name, int count) {
        AtomicInteger number = new AtomicInteger();
        return Executors.newFixedThreadPool(count, task -> {
            Thread thread = new Thread(task, name + "-" + number.getAndIncrement());
            thread.setDaemon(true);
            return thread;
        });
    }
}
