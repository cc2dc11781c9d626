package io.carillon.app.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.carillon.app.operations.DocumentedMetrics;
import io.carillon.app.settings.KnownKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.convert.DurationStyle;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The manifests keep to the API's schemas, fit each other, name settings that exist, and give nobody more than it needs. */
class KubernetesManifestTest {

    private static final String[] PODS = {"StatefulSet", "Deployment", "Job", "CronJob"};
    private static final Pattern METRIC = Pattern.compile("carillon_[a-z_]+");

    @ParameterizedTest
    @ValueSource(strings = {"base", "overlays/dev", "overlays/production", "components/hpa", "components/keda"})
    void every_manifest_keeps_to_the_schema(String folder) {
        Manifests manifests = Manifests.of(folder);

        assertThat(manifests.all()).isNotEmpty();
        manifests.all().forEach(ApiSchema::check);
    }

    @Test
    void management_center_fits_the_base() {
        Manifests manifests = withManagementCenter();

        manifests.all().forEach(ApiSchema::check);
        assertThat(args(manifests.one("StatefulSet", "carillon")))
                .contains("--carillon.management-center.enabled=true");
        assertThat(manifests.one("NetworkPolicy", "carillon-member").toString()).contains("carillon-management-center");
    }

    @Test
    void with_tls_probes_speak_it_and_workers_trust_it() {
        Manifests manifests = baseWith("components/tls");

        manifests.all().forEach(ApiSchema::check);
        ObjectNode members = manifests.one("StatefulSet", "carillon");
        assertThat(args(members)).contains("--server.ssl.bundle=door", "--spring.grpc.server.ssl.bundle=door");
        for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
            assertThat(container(members).at("/" + probe + "/httpGet/scheme").asString())
                    .isEqualTo("HTTPS");
        }
        ObjectNode workers = manifests.one("Deployment", "carillon-worker");
        assertThat(args(workers)).contains("--carillon.worker.tls.trust-certificates=/etc/carillon/tls/ca.crt");
        for (ObjectNode each : List.of(members, workers)) {
            assertThat(container(each).at("/volumeMounts/1/mountPath").asString())
                    .isEqualTo("/etc/carillon/tls");
            assertThat(pod(each).at("/volumes/1/secret/secretName").asString()).isEqualTo("carillon-tls");
        }
    }

    @Test
    void the_schema_is_strict() {
        ObjectNode service = Manifests.of("base").one("Service", "carillon");
        ((ObjectNode) service.get("spec")).put("sessionAfinity", "None");
        assertThatThrownBy(() -> ApiSchema.check(service)).hasMessageContaining("sessionAfinity");

        ObjectNode member = Manifests.of("base").one("StatefulSet", "carillon");
        ((ObjectNode) member.at("/spec/template/spec/containers/0/readinessProbe/httpGet")).remove("port");
        assertThatThrownBy(() -> ApiSchema.check(member)).hasMessageContaining("port");
    }

    @ParameterizedTest
    @ValueSource(strings = {"base", "overlays/dev", "overlays/production"})
    void every_setting_is_known(String folder) {
        List<String> names = new ArrayList<>();
        for (JsonNode each : Manifests.of(folder).ofKind(PODS)) {
            args(each).stream()
                    .filter(arg -> arg.startsWith("--carillon."))
                    .forEach(arg -> names.add(arg.substring(2, arg.indexOf('='))));
        }
        assertThat(names)
                .contains("carillon.cluster.kubernetes-service", "carillon.worker.grid", "carillon.schema.migrate");
        assertThat(KnownKeys.ofMember().complaints(names)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"base", "overlays/production"})
    void what_is_secret_comes_from_a_secret_that_is_not_here(String folder) {
        Manifests manifests = Manifests.of(folder);
        for (ObjectNode each : manifests.ofKind(PODS)) {
            assertThat(args(each)).noneMatch(arg -> arg.contains("datasource"));
            for (JsonNode variable : container(each).withArray("env")) {
                if (variable.get("name").asString().startsWith("SPRING_DATASOURCE")) {
                    assertThat(variable.at("/valueFrom/secretKeyRef/name").asString())
                            .as(Manifests.nameOf(each))
                            .isEqualTo(
                                    each.get("kind").asString().endsWith("Job")
                                            ? "carillon-database-owner"
                                            : "carillon-database");
                }
            }
        }
        assertThat(manifests.ofKind("Secret")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"base", "overlays/dev", "overlays/production"})
    void nothing_runs_with_more_rights_than_it_needs(String folder) {
        Manifests manifests = folder.equals("base") ? withManagementCenter() : Manifests.of(folder);
        for (ObjectNode each : manifests.ofKind(PODS)) {
            String name = Manifests.nameOf(each);
            JsonNode pod = pod(each);
            assertThat(pod.at("/automountServiceAccountToken").asBoolean(true))
                    .as(name)
                    .isFalse();
            assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean(false))
                    .as(name)
                    .isTrue();
            assertThat(pod.at("/securityContext/seccompProfile/type").asString())
                    .as(name)
                    .isEqualTo("RuntimeDefault");
            JsonNode rights = container(each).get("securityContext");
            assertThat(rights.get("allowPrivilegeEscalation").asBoolean(true))
                    .as(name)
                    .isFalse();
            assertThat(rights.at("/capabilities/drop/0").asString()).as(name).isEqualTo("ALL");
            assertThat(container(each).at("/resources/limits/memory").asString())
                    .as(name)
                    .isNotEmpty();
            if (container(each).get("image").asString().contains("carillon-")) {
                assertThat(rights.get("readOnlyRootFilesystem").asBoolean(false))
                        .as(name)
                        .isTrue();
                assertThat(pod.get("enableServiceLinks").asBoolean(true))
                        .as(name)
                        .isFalse();
            }
        }
        assertThat(manifests.ofKind("Role", "ClusterRole", "RoleBinding"))
                .as("nobody asks the API server")
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"base", "overlays/dev", "overlays/production"})
    void selectors_and_names_find_what_they_mean(String folder) {
        Manifests manifests = Manifests.of(folder);
        List<JsonNode> labels = new ArrayList<>();
        for (ObjectNode each : manifests.ofKind(PODS)) {
            labels.add(template(each).at("/metadata/labels"));
            if (each.at("/spec/selector/matchLabels").isObject()) {
                assertThat(matches(
                                each.at("/spec/selector/matchLabels"),
                                template(each).at("/metadata/labels")))
                        .as(Manifests.nameOf(each))
                        .isTrue();
            }
            String account = pod(each).path("serviceAccountName").asString("");
            if (!account.isEmpty()) {
                manifests.one("ServiceAccount", account);
            }
        }
        List<JsonNode> selectors = new ArrayList<>();
        manifests.ofKind("Service").forEach(each -> selectors.add(each.at("/spec/selector")));
        manifests.ofKind("PodDisruptionBudget").forEach(each -> selectors.add(each.at("/spec/selector/matchLabels")));
        manifests.ofKind("NetworkPolicy").forEach(each -> selectors.add(each.at("/spec/podSelector/matchLabels")));
        assertThat(selectors)
                .hasSizeGreaterThan(6)
                .allMatch(selector -> labels.stream().anyMatch(pod -> matches(selector, pod)));
        manifests
                .ofKind("StatefulSet")
                .forEach(each ->
                        manifests.one("Service", each.at("/spec/serviceName").asString()));
        manifests
                .ofKind("ScaledObject", "HorizontalPodAutoscaler")
                .forEach(each -> manifests.one(
                        "Deployment", each.at("/spec/scaleTargetRef/name").asString()));
    }

    @Test
    void members_start_together_find_each_other_unready_and_leave_one_by_one() {
        Manifests base = Manifests.of("base");
        ObjectNode members = base.one("StatefulSet", "carillon");

        assertThat(members.at("/spec/podManagementPolicy").asString()).isEqualTo("Parallel");
        ObjectNode grid = base.one("Service", "carillon-grid");
        assertThat(grid.at("/spec/clusterIP").asString()).isEqualTo("None");
        assertThat(grid.at("/spec/publishNotReadyAddresses").asBoolean()).isTrue();
        assertThat(base.one("PodDisruptionBudget", "carillon")
                        .at("/spec/maxUnavailable")
                        .asInt())
                .isEqualTo(1);
        JsonNode member = container(members);
        assertThat(member.at("/startupProbe/httpGet/path").asString()).isEqualTo("/actuator/health/startup");
        assertThat(member.at("/readinessProbe/httpGet/path").asString()).isEqualTo("/actuator/health/readiness");
        assertThat(member.at("/livenessProbe/httpGet/path").asString()).isEqualTo("/actuator/health/liveness");
        assertThat(member.at("/lifecycle/preStop/sleep/seconds").asInt())
                .as("nothing that an image may lack")
                .isPositive();
        assertThat(args(members))
                .contains("--carillon.cluster.expected-size="
                        + members.at("/spec/replicas").asInt());
        ObjectNode alone = Manifests.of("overlays/dev").one("StatefulSet", "carillon");
        assertThat(args(alone))
                .contains("--carillon.cluster.expected-size="
                        + alone.at("/spec/replicas").asInt());
    }

    /** It comes by the pod's loopback, as whoever tries this out does. */
    @ParameterizedTest
    @ValueSource(strings = {"overlays/dev", "overlays/production"})
    void a_port_forward_reaches_the_doors(String folder) {
        assertThat(args(Manifests.of(folder).one("StatefulSet", "carillon")))
                .contains("--server.address=0.0.0.0", "--spring.grpc.server.address=0.0.0.0")
                .contains("--carillon.cluster.bind-address=$(POD_IP)");
    }

    @Test
    void the_images_to_try_are_those_that_the_build_makes() throws IOException {
        String root = Files.readString(Path.of("../../pom.xml"));
        String registry = between(root, "<images.registry>", "</images.registry>");
        String version = between(root.substring(root.indexOf("</parent>")), "<version>", "</version>");
        String tried = Files.readString(Path.of("../../k8s/overlays/dev/kustomization.yaml"));
        for (String image : List.of("carillon-member", "carillon-worker")) {
            assertThat(tried)
                    .contains(
                            "{name: " + image + ", newName: " + registry + "/" + image + ", newTag: " + version + "}");
        }
    }

    private static String between(String text, String begin, String end) {
        int from = text.indexOf(begin) + begin.length();
        return text.substring(from, text.indexOf(end, from));
    }

    @Test
    void a_worker_that_is_scaled_in_has_time_to_finish_its_runs() {
        ObjectNode workers = Manifests.of("base").one("Deployment", "carillon-worker");
        Duration grace = args(workers).stream()
                .filter(arg -> arg.startsWith("--carillon.worker.shutdown-grace="))
                .map(arg -> DurationStyle.detectAndParse(arg.substring(arg.indexOf('=') + 1)))
                .findAny()
                .orElseThrow();

        assertThat(grace)
                .as("above the time limit of runs that have none of their own")
                .isGreaterThan(Duration.ofMinutes(5));
        assertThat(Duration.ofSeconds(
                        pod(workers).get("terminationGracePeriodSeconds").asInt()))
                .isGreaterThan(grace);
        assertThat(workers.at("/spec/replicas").isMissingNode())
                .as("the autoscaler's number stays")
                .isTrue();
    }

    @Test
    void both_autoscalers_go_by_the_same_metric_which_exists() {
        ObjectNode keda = Manifests.of("components/keda").one("ScaledObject", "carillon-worker");
        ObjectNode own = Manifests.of("components/hpa").one("HorizontalPodAutoscaler", "carillon-worker");
        Matcher query =
                METRIC.matcher(keda.at("/spec/triggers/0/metadata/query").asString());

        assertThat(query.find()).isTrue();
        assertThat(DocumentedMetrics.read().know(query.group())).isTrue();
        assertThat(own.at("/spec/metrics/0/external/metric/name").asString()).isEqualTo(query.group());
        assertThat(own.at("/spec/metrics/0/external/target/averageValue").asString())
                .isEqualTo(keda.at("/spec/triggers/0/metadata/threshold").asString());
        assertThat(own.at("/spec/behavior"))
                .isEqualTo(keda.at("/spec/advanced/horizontalPodAutoscalerConfig/behavior"));
    }

    private static Manifests withManagementCenter() {
        return baseWith("components/management-center");
    }

    private static Manifests baseWith(String component) {
        List<ObjectNode> all = new ArrayList<>(Manifests.of("base").all());
        Manifests.addTo(component, all);
        return new Manifests(all);
    }

    private static boolean matches(JsonNode selector, JsonNode labels) {
        for (Map.Entry<String, JsonNode> wanted : selector.properties()) {
            if (!wanted.getValue().equals(labels.get(wanted.getKey()))) {
                return false;
            }
        }
        return !selector.isEmpty();
    }

    private static JsonNode template(JsonNode manifest) {
        return manifest.get("kind").asString().equals("CronJob")
                ? manifest.at("/spec/jobTemplate/spec/template")
                : manifest.at("/spec/template");
    }

    private static JsonNode pod(JsonNode manifest) {
        return template(manifest).get("spec");
    }

    private static ObjectNode container(JsonNode manifest) {
        return (ObjectNode) pod(manifest).get("containers").get(0);
    }

    private static List<String> args(JsonNode manifest) {
        List<String> args = new ArrayList<>();
        container(manifest).withArray("args").forEach(arg -> args.add(arg.asString()));
        return args;
    }
}
