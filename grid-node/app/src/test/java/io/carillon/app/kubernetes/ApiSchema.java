package io.carillon.app.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import java.lang.reflect.InvocationTargetException;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** The schemas of the Kubernetes API, strictly: a field that is not in them is an error, as is one that is missing. */
final class ApiSchema {

    private static final String MODELS = "io.kubernetes.client.openapi.models.";

    private static final Map<String, String> VERSIONS = Map.ofEntries(
            Map.entry("Namespace", "v1"),
            Map.entry("Service", "v1"),
            Map.entry("ServiceAccount", "v1"),
            Map.entry("ConfigMap", "v1"),
            Map.entry("StatefulSet", "apps/v1"),
            Map.entry("Deployment", "apps/v1"),
            Map.entry("Job", "batch/v1"),
            Map.entry("CronJob", "batch/v1"),
            Map.entry("PodDisruptionBudget", "policy/v1"),
            Map.entry("NetworkPolicy", "networking.k8s.io/v1"),
            Map.entry("HorizontalPodAutoscaler", "autoscaling/v2"),
            Map.entry("ScaledObject", "keda.sh/v1alpha1"));

    /** Of KEDA's own resource, which is not in the Kubernetes API: the fields of its specification. */
    private static final Map<String, Set<String>> SCALED_OBJECT = Map.of(
            "/spec",
                    Set.of(
                            "scaleTargetRef",
                            "pollingInterval",
                            "cooldownPeriod",
                            "initialCooldownPeriod",
                            "idleReplicaCount",
                            "minReplicaCount",
                            "maxReplicaCount",
                            "advanced",
                            "triggers",
                            "fallback"),
            "/spec/scaleTargetRef", Set.of("name", "apiVersion", "kind", "envSourceContainerName"),
            "/spec/fallback", Set.of("failureThreshold", "replicas", "behavior"),
            "/spec/advanced",
                    Set.of("horizontalPodAutoscalerConfig", "restoreToOriginalReplicaCount", "scalingModifiers"),
            "/spec/advanced/horizontalPodAutoscalerConfig", Set.of("behavior", "name"),
            "/spec/triggers/0",
                    Set.of("type", "name", "useCachedMetrics", "authenticationRef", "metadata", "metricType"),
            "/spec/triggers/0/metadata",
                    Set.of(
                            "serverAddress",
                            "query",
                            "threshold",
                            "activationThreshold",
                            "namespace",
                            "ignoreNullValues",
                            "timeout",
                            "unsafeSsl",
                            "authModes"));

    private ApiSchema() {}

    static void check(JsonNode manifest) {
        String kind = manifest.get("kind").asString();
        String version = manifest.get("apiVersion").asString();
        assertThat(version).as("version of %s", kind).isEqualTo(VERSIONS.get(kind));
        if (kind.equals("ScaledObject")) {
            checkScaledObject(manifest);
        } else {
            String model = version.substring(version.indexOf('/') + 1);
            check(MODELS + Character.toUpperCase(model.charAt(0)) + model.substring(1) + kind, manifest);
        }
    }

    private static void checkScaledObject(JsonNode manifest) {
        assertThat(manifest.propertyNames()).containsOnly("apiVersion", "kind", "metadata", "spec");
        check(MODELS + "V1ObjectMeta", manifest.get("metadata"));
        SCALED_OBJECT.forEach(
                (path, fields) -> assertThat(new TreeSet<>(manifest.at(path).propertyNames()))
                        .as(path)
                        .isNotEmpty()
                        .isSubsetOf(fields));
        check(
                MODELS + "V2HorizontalPodAutoscalerBehavior",
                manifest.at("/spec/advanced/horizontalPodAutoscalerConfig/behavior"));
    }

    private static void check(String model, JsonNode value) {
        JsonElement json = JsonParser.parseString(value.toString());
        try {
            Class.forName(model)
                    .getMethod("validateJsonElement", JsonElement.class)
                    .invoke(null, json);
        } catch (InvocationTargetException e) {
            throw new AssertionError(model + ": " + e.getCause(), e);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("no schema for " + model, e);
        }
    }
}
