package io.carillon.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The product with a few words of its sources changed: the changed classes, and an agent that puts them in place. */
final class PatchedBuild {

    private static final Path ROOT =
            Path.of("").toAbsolutePath().resolve("../..").normalize();
    private static final List<String> MODULES =
            List.of("grid-node/domain", "grid-node/engine", "grid-node/member", "grid-node/app", "persistence");

    private PatchedBuild() {}

    /** @return the option of a Java virtual machine that is to run it */
    static String of(PlantedFault fault, Path dir) throws IOException {
        Path sources = Files.createDirectories(dir.resolve("sources"));
        Path classes = Files.createDirectories(dir.resolve("classes"));
        List<Path> changed = new ArrayList<>();
        for (PlantedFault.Edit edit : fault.edits) {
            Path source = find(edit.file());
            String before = Files.readString(source);
            assertThat(before.split(Pattern.quote(edit.before()), -1))
                    .as("%s has, once: %s", source, edit.before())
                    .hasSize(2);
            Path patched = sources.resolve(source.getFileName());
            changed.add(Files.writeString(patched, before.replace(edit.before(), edit.after())));
        }
        compile(changed, classes);
        return "-javaagent:" + agent(dir) + "=" + classes;
    }

    private static Path find(String file) throws IOException {
        if (file.contains("/")) {
            return ROOT.resolve(file);
        }
        for (String module : MODULES) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
                List<Path> found = files.filter(path -> path.endsWith(file)).toList();
                if (!found.isEmpty()) {
                    return found.get(0);
                }
            }
        }
        throw new AssertionError("no source is called " + file);
    }

    private static void compile(List<Path> sources, Path classes) throws IOException {
        JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "a JDK");
        StringWriter said = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = List.of(
                    "-proc:none",
                    "-parameters",
                    "-nowarn",
                    "-d",
                    classes.toString(),
                    "-cp",
                    System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
            boolean compiled = compiler.getTask(
                            said, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
                    .call();
            assertThat(compiled).as(said.toString()).isTrue();
        }
    }

    private static Path agent(Path dir) throws IOException {
        Path jar = dir.resolve("agent.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(new Attributes.Name("Premain-Class"), PatchAgent.class.getName());
        String entry = PatchAgent.class.getName().replace('.', '/') + ".class";
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
                InputStream bytes =
                        Objects.requireNonNull(PatchedBuild.class.getResourceAsStream("/" + entry), entry)) {
            out.putNextEntry(new JarEntry(entry));
            bytes.transferTo(out);
            out.closeEntry();
        }
        return jar;
    }
}
