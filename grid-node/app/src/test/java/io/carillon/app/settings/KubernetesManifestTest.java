package io.carillon.app.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The manifests name settings that exist, and no secret. */
class KubernetesManifestTest {

    private static final Path MANIFEST = Path.of("../../k8s/carillon.yaml");

    private final List<Map<?, ?>> containers = new ArrayList<>();

    @BeforeEach
    void read() throws IOException {
        try (var text = Files.newBufferedReader(MANIFEST)) {
            new Yaml(new SafeConstructor(new LoaderOptions())).loadAll(text).forEach(this::collect);
        }
        assertThat(containers)
                .extracting(container -> String.valueOf(container.get("name")))
                .containsExactly("member", "worker");
    }

    @Test
    void every_setting_is_known() {
        List<String> names = strings("args").stream()
                .map(arg -> arg.substring("--".length(), arg.indexOf('=')))
                .toList();
        assertThat(names).contains("carillon.cluster.kubernetes-service", "carillon.worker.grid");
        assertThat(KnownKeys.ofMember().complaints(names)).isEmpty();
    }

    @Test
    void what_is_secret_comes_from_a_secret() {
        assertThat(strings("args")).noneMatch(arg -> arg.contains("datasource"));
        assertThat(entries("env"))
                .filteredOn(entry -> String.valueOf(entry.get("name")).startsWith("SPRING_DATASOURCE"))
                .hasSize(3)
                .allSatisfy(entry ->
                        assertThat(String.valueOf(entry.get("valueFrom"))).contains("secretKeyRef"));
    }

    @Test
    void nothing_runs_with_more_rights_than_it_needs() {
        assertThat(containers)
                .extracting(container -> String.valueOf(container.get("securityContext")))
                .allSatisfy(rights -> assertThat(rights)
                        .contains("allowPrivilegeEscalation=false", "readOnlyRootFilesystem=true", "drop=[ALL]"));
    }

    @Test
    void a_rolling_update_minds_the_cp_group_and_readiness_does_not() {
        assertThat(text("startupProbe")).contains("/actuator/health/startup");
        assertThat(text("lifecycle")).contains("preStop", "/actuator/settled");
        assertThat(text("readinessProbe")).contains("/actuator/health/readiness");
        assertThat(text("livenessProbe")).contains("/actuator/health/liveness");
    }

    private String text(String field) {
        return String.valueOf(containers.get(0).get(field));
    }

    private List<String> strings(String field) {
        return list(field).stream().map(String::valueOf).toList();
    }

    private List<Map<?, ?>> entries(String field) {
        List<Map<?, ?>> entries = new ArrayList<>();
        for (Object entry : list(field)) {
            entries.add((Map<?, ?>) entry);
        }
        return entries;
    }

    private List<Object> list(String field) {
        List<Object> all = new ArrayList<>();
        for (Map<?, ?> container : containers) {
            if (container.get(field) instanceof List<?> values) {
                all.addAll(values);
            }
        }
        return all;
    }

    /** Every entry of a list named containers, wherever it stands. */
    private void collect(Object node) {
        if (node instanceof Map<?, ?> map) {
            map.forEach((key, value) -> {
                if ("containers".equals(key) && value instanceof List<?> found) {
                    found.forEach(container -> containers.add((Map<?, ?>) container));
                }
                collect(value);
            });
        } else if (node instanceof List<?> list) {
            list.forEach(this::collect);
        }
    }
}
