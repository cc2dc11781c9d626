package io.carillon.member;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** On which TCP ports a process listens, as Linux knows it: the sockets among its open files that are in the state LISTEN. */
public final class ListeningPorts {

    private static final String LISTEN = "0A";
    private static final int LOCAL = 1;
    private static final int STATE = 3;
    private static final int INODE = 9;
    private static final int HEX = 16;

    private ListeningPorts() {}

    public static Set<Integer> of(long pid) throws IOException {
        Path process = Path.of("/proc", Long.toString(pid));
        Set<String> open = sockets(process.resolve("fd"));
        Set<Integer> ports = new TreeSet<>();
        for (String table : List.of("net/tcp", "net/tcp6")) {
            List<String> lines = Files.readAllLines(process.resolve(table));
            for (String line : lines.subList(1, lines.size())) {
                String[] fields = line.strip().split("\\s+", -1);
                if (fields[STATE].equals(LISTEN) && open.contains(fields[INODE])) {
                    ports.add(Integer.parseInt(fields[LOCAL].substring(fields[LOCAL].lastIndexOf(':') + 1), HEX));
                }
            }
        }
        return ports;
    }

    private static Set<String> sockets(Path files) throws IOException {
        Set<String> inodes = new HashSet<>();
        try (Stream<Path> all = Files.list(files)) {
            for (Path file : all.toList()) {
                try {
                    String target = Files.readSymbolicLink(file).toString();
                    if (target.startsWith("socket:[")) {
                        inodes.add(target.substring("socket:[".length(), target.length() - 1));
                    }
                } catch (IOException gone) {
                    // Closed between the listing and the look.
                }
            }
        }
        return inodes;
    }
}
