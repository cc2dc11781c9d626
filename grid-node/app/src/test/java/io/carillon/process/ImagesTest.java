package io.carillon.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What {@code -Pimages} makes: who it runs as, what it opens, and that its entry point starts the program. */
@Tag("process")
@EnabledIfSystemProperty(named = "carillon.test.images", matches = "true")
class ImagesTest {

    private static final String MEMBER = "target/jib-image.tar";
    private static final String WORKER = "../../worker/target/jib-image.tar";
    private static final int BAD_SETTINGS = 2;
    private static final int WRITABLE_BY_OTHERS = 0002;
    private static final int SET_ID = 06000;

    /** @param config of the container, as its runtime reads it */
    private record Image(JsonNode config, List<TarArchiveEntry> files, Path root) {

        List<String> entryPoint() {
            List<String> words = new ArrayList<>();
            config.get("Entrypoint").forEach(word -> words.add(word.asString()));
            return words;
        }
    }

    /** Unpacks all layers, in their order. */
    private static Image read(String archive, Path root) throws IOException {
        Map<String, byte[]> parts = new HashMap<>();
        try (TarArchiveInputStream tar = new TarArchiveInputStream(Files.newInputStream(Path.of(archive)))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                parts.put(entry.getName(), tar.readAllBytes());
            }
        }
        JsonMapper json = JsonMapper.shared();
        JsonNode manifest = json.readTree(part(parts, "manifest.json")).get(0);
        JsonNode config =
                json.readTree(part(parts, manifest.get("Config").asString())).get("config");
        List<TarArchiveEntry> files = new ArrayList<>();
        for (JsonNode layer : manifest.get("Layers")) {
            unpack(new ByteArrayInputStream(part(parts, layer.asString())), root, files);
        }
        return new Image(config, files, root);
    }

    private static byte[] part(Map<String, byte[]> parts, String name) {
        return Objects.requireNonNull(parts.get(name), name);
    }

    private static void unpack(InputStream layer, Path root, List<TarArchiveEntry> files) throws IOException {
        try (TarArchiveInputStream tar = new TarArchiveInputStream(new GZIPInputStream(layer))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                Path target = root.resolve(entry.getName()).normalize();
                assertThat(target).startsWith(root);
                if (entry.isDirectory()) {
                    Files.createDirectories(target);
                } else {
                    assertThat(entry.isFile())
                            .as("%s is no link or device", entry.getName())
                            .isTrue();
                    Files.createDirectories(Objects.requireNonNull(target.getParent()));
                    Files.copy(tar, target);
                }
                files.add(entry);
            }
        }
    }

    private static void isUnprivileged(Image image) {
        assertThat(image.config().get("User").asString()).isEqualTo("10001:10001");
        assertThat(image.files())
                .isNotEmpty()
                .allSatisfy(entry -> assertThat(entry.getName()).startsWith("app/"))
                .allSatisfy(entry -> assertThat(entry.getMode() & (WRITABLE_BY_OTHERS | SET_ID))
                        .as("%s belongs to root, and nobody else may change it", entry.getName())
                        .isZero());
    }

    /** @param jar the executable one, whose manifest lets Hazelcast in where it must be */
    private static void opensWhatTheJarOpens(Image image, String jar) throws IOException {
        try (JarFile executable = new JarFile(jar)) {
            String opened = executable.getManifest().getMainAttributes().getValue("Add-Opens");
            for (String each : opened == null ? new String[0] : opened.split(" ", -1)) {
                assertThat(image.entryPoint()).contains("--add-opens=" + each + "=ALL-UNNAMED");
            }
        }
    }

    /** The entry point as it is, on the unpacked files, with the JDK at hand in place of the base image's. */
    private static String start(Image image, int exitCode, String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        for (String word : image.entryPoint()) {
            command.add(word.startsWith("@/") ? "@" + here(image, Path.of(word.substring(1))) : word);
        }
        assertThat(command.get(0)).isEqualTo("java");
        command.set(0, Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(arguments));
        Path output = image.root().resolve("output");
        Process process = new ProcessBuilder(command)
                .directory(image.root().toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        String said = Files.readString(output);
        assertThat(process.exitValue()).as(said).isEqualTo(exitCode);
        return said;
    }

    /** The file of the class path, with the paths that it has here. */
    private static Path here(Image image, Path file) throws IOException {
        Path found = image.root().resolve(file.toString().substring(1));
        Path changed = image.root().resolve("class-path");
        String paths = Files.readString(found, StandardCharsets.UTF_8);
        Files.writeString(changed, paths.replace("/app/", image.root() + "/app/"));
        return changed;
    }

    @Test
    void the_members_image_runs_unprivileged_names_its_ports_and_starts(@TempDir Path root) throws Exception {
        Image image = read(MEMBER, root);

        isUnprivileged(image);
        assertThat(image.config().get("ExposedPorts").propertyNames())
                .containsExactlyInAnyOrder("8080/tcp", "9090/tcp", "5701/tcp");
        opensWhatTheJarOpens(image, "target/carillon-grid-node.jar");
        assertThat(start(image, 0, "--help")).contains("--demo");
    }

    @Test
    void the_workers_image_runs_unprivileged_opens_nothing_and_starts(@TempDir Path root) throws Exception {
        Image image = read(WORKER, root);

        isUnprivileged(image);
        assertThat(image.config().has("ExposedPorts")
                        && !image.config().get("ExposedPorts").isEmpty())
                .isFalse();
        opensWhatTheJarOpens(image, "../../worker/target/carillon-worker.jar");
        assertThat(start(image, BAD_SETTINGS, "--carillon.worker.nonsense=1")).contains("carillon.worker.nonsense");
    }
}
