package io.carillon.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import org.jspecify.annotations.Nullable;

/** A Java agent: classes that lie in a folder take the place of the program's own. */
public final class PatchAgent implements ClassFileTransformer {

    private final Path folder;

    private PatchAgent(Path folder) {
        this.folder = folder;
    }

    /** @param folder what stands after {@code -javaagent:agent.jar=} */
    public static void premain(String folder, Instrumentation instrumentation) {
        instrumentation.addTransformer(new PatchAgent(Path.of(folder)));
    }

    @Override
    public byte @Nullable [] transform(
            ClassLoader loader, String className, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
        Path patch = folder.resolve(className + ".class");
        try {
            return Files.exists(patch) ? Files.readAllBytes(patch) : null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
