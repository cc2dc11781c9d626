package io.carillon.member;

/**
 * The JVM's common pool. On a machine of one or two processors it would have one thread or none, and every callback of the grid
 * would start one, so a member refuses to start.
 */
public final class CommonPool {

    private static final String PARALLELISM = "java.util.concurrent.ForkJoinPool.common.parallelism";
    private static final String THREADS = "3";
    private static final int FEW_PROCESSORS = 2;

    private CommonPool() {}

    /** Gives it three threads there. Helps only before anything has touched the pool; a value that somebody has set stands. */
    public static void prepare() {
        if (Runtime.getRuntime().availableProcessors() <= FEW_PROCESSORS && System.getProperty(PARALLELISM) == null) {
            System.setProperty(PARALLELISM, THREADS);
        }
    }
}
