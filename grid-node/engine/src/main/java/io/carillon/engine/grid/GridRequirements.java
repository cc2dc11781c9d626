package io.carillon.engine.grid;

import com.hazelcast.instance.BuildInfoProvider;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;

/** What a JVM must bring before a member may start in it. */
public final class GridRequirements {

    /** From 5.5 on the CP subsystem is closed in the open-source edition: fencing tokens would have no source. */
    public static final String HAZELCAST_VERSION = "5.4.0";

    private static final int PARALLELISM_MIN = 2;

    private GridRequirements() {}

    /** What is missing, in one line that says what to do; empty if nothing is. */
    public static Optional<String> check() {
        return check(BuildInfoProvider.getBuildInfo().getVersion(), ForkJoinPool.getCommonPoolParallelism());
    }

    static Optional<String> check(String hazelcastVersion, int commonPoolParallelism) {
        if (!hazelcastVersion.equals(HAZELCAST_VERSION)) {
            return Optional.of("Hazelcast is " + hazelcastVersion + " but must be " + HAZELCAST_VERSION
                    + ": put hazelcast-" + HAZELCAST_VERSION
                    + ".jar on the class path and no other; Spring Boot brings a newer one"
                    + " unless the property hazelcast.version of your build says " + HAZELCAST_VERSION);
        }
        if (commonPoolParallelism < PARALLELISM_MIN) {
            return Optional.of("the common pool has a parallelism of " + commonPoolParallelism
                    + ", so every answer of the grid would start a thread: start Java with"
                    + " -Djava.util.concurrent.ForkJoinPool.common.parallelism=3");
        }
        return Optional.empty();
    }
}
