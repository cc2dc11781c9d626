package io.carillon.persistence.embedded;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Held by the one process that uses a folder; the operating system drops it with the process, however it ends. */
final class FolderLock {

    private final FileChannel channel;

    private FolderLock(FileChannel channel) {
        this.channel = channel;
    }

    /** @throws EmbeddedPostgresException if somebody has it */
    static FolderLock take(Path file) {
        try {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (tryLock(channel) == null) {
                channel.close();
                throw new EmbeddedPostgresException("another process uses the embedded PostgreSQL in "
                        + file.getParent() + ": stop it, or choose another folder");
            }
            return new FolderLock(channel);
        } catch (IOException e) {
            throw new EmbeddedPostgresException("cannot lock " + file + ": " + e.getMessage(), e);
        }
    }

    /** May be called again. */
    void release() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new EmbeddedPostgresException("cannot release the folder of the embedded PostgreSQL", e);
        }
    }

    private static @org.jspecify.annotations.Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }
}
