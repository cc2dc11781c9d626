package io.carillon.benchmarks.wave;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Seconds of user and system time of processes, as Linux counts them in ticks of 10 ms. */
final class CpuTimes {

    private static final double TICKS_PER_SECOND = 100;
    /** Fields after the name, from 0: time of the process, and of its children that have ended. */
    private static final int USER = 11;

    private static final int SYSTEM = 12;
    private static final int CHILDREN_USER = 13;
    private static final int CHILDREN_SYSTEM = 14;

    private CpuTimes() {}

    static double ofProcess(long pid) {
        String[] fields = fields(pid);
        return seconds(fields, USER) + seconds(fields, SYSTEM);
    }

    /** A server with its living children and those that have ended: PostgreSQL with its backends. */
    static double ofFamily(long pid) {
        String[] fields = fields(pid);
        double ended = seconds(fields, CHILDREN_USER) + seconds(fields, CHILDREN_SYSTEM);
        double living = ProcessHandle.of(pid)
                .map(parent -> parent.children()
                        .mapToDouble(child -> ofProcess(child.pid()))
                        .sum())
                .orElse(0.0);
        return ofProcess(pid) + ended + living;
    }

    private static double seconds(String[] fields, int position) {
        return position < fields.length ? Double.parseDouble(fields[position]) / TICKS_PER_SECOND : 0;
    }

    /** None if the process has just ended: its parent then counts it. */
    private static String[] fields(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        } catch (NoSuchFileException e) {
            return new String[0];
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the CPU time of process " + pid, e);
        }
    }
}
