package io.carillon.benchmarks.wave;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * What a member's process has taken, at most.
 *
 * @param heapMb heap that was in use right after a collection
 * @param residentMb of the process, heap that is free included
 */
record MemberMemory(int heapMb, int residentMb) {

    static final MemberMemory NONE = new MemberMemory(0, 0);

    private static final Pattern AFTER_COLLECTION = Pattern.compile("->(\\d+)M\\(");
    private static final Pattern LARGEST_RESIDENT = Pattern.compile("VmHWM:\\s+(\\d+) kB");

    /** @param gcLog as {@code -Xlog:gc} writes it */
    static MemberMemory of(long pid, Path gcLog) throws IOException {
        return new MemberMemory(
                largest(AFTER_COLLECTION, Files.readString(gcLog)),
                largest(LARGEST_RESIDENT, Files.readString(Path.of("/proc", Long.toString(pid), "status"))) / 1024);
    }

    MemberMemory max(MemberMemory other) {
        return new MemberMemory(Math.max(heapMb, other.heapMb), Math.max(residentMb, other.residentMb));
    }

    /** 0 if there is none. */
    private static int largest(Pattern number, String text) {
        return number.matcher(text)
                .results()
                .mapToInt(found -> Integer.parseInt(found.group(1)))
                .max()
                .orElse(0);
    }
}
