package io.carillon.app.kubernetes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a folder of k8s/ comes to: resources, components and patches as Kustomize would put them together, as far as they are used
 * here. Whatever else a kustomization says is refused.
 */
record Manifests(List<ObjectNode> all) {

    private static final Path ROOT = Path.of("../../k8s");
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Set<String> UNDERSTOOD = Set.of(
            "apiVersion",
            "kind",
            "namespace",
            "labels",
            "resources",
            "components",
            "secretGenerator",
            "images",
            "patches");

    static Manifests of(String folder) {
        List<ObjectNode> all = new ArrayList<>();
        add(ROOT.resolve(folder), all);
        return new Manifests(all);
    }

    /** The one of this kind and name. */
    ObjectNode one(String kind, String name) {
        List<ObjectNode> found = all.stream()
                .filter(each ->
                        each.get("kind").asString().equals(kind) && nameOf(each).equals(name))
                .toList();
        if (found.size() != 1) {
            throw new AssertionError(found.size() + " of kind " + kind + " are named " + name);
        }
        return found.get(0);
    }

    List<ObjectNode> ofKind(String... kinds) {
        Set<String> wanted = Set.of(kinds);
        return all.stream()
                .filter(each -> wanted.contains(each.get("kind").asString()))
                .toList();
    }

    static String nameOf(JsonNode manifest) {
        return manifest.get("metadata").get("name").asString();
    }

    /** What a component adds to those that there are, and changes of them. */
    static void addTo(String folder, List<ObjectNode> all) {
        add(ROOT.resolve(folder), all);
    }

    private static void add(Path folder, List<ObjectNode> all) {
        ObjectNode kustomization = read(folder.resolve("kustomization.yaml")).get(0);
        kustomization.propertyNames().forEach(name -> {
            if (!UNDERSTOOD.contains(name)) {
                throw new AssertionError(folder + ": " + name + " is not understood here");
            }
        });
        for (JsonNode resource : kustomization.withArray("resources")) {
            Path path = folder.resolve(resource.asString());
            if (Files.isDirectory(path)) {
                add(path, all);
            } else {
                all.addAll(read(path));
            }
        }
        for (JsonNode component : kustomization.withArray("components")) {
            add(folder.resolve(component.asString()), all);
        }
        for (JsonNode patch : kustomization.withArray("patches")) {
            ObjectNode target = new Manifests(all)
                    .one(
                            patch.get("target").get("kind").asString(),
                            patch.get("target").get("name").asString());
            for (Object step :
                    (Iterable<?>) yaml(patch.get("patch").asString()).iterator().next()) {
                apply(target, JSON.valueToTree(step));
            }
        }
    }

    /** One step of a JSON patch. */
    private static void apply(ObjectNode target, JsonNode step) {
        String path = step.get("path").asString();
        int cut = path.lastIndexOf('/');
        JsonNode parent = target.at(path.substring(0, cut));
        String last = path.substring(cut + 1);
        boolean add = step.get("op").asString().equals("add");
        if (parent instanceof ArrayNode list && add && last.equals("-")) {
            list.add(step.get("value"));
        } else if (parent instanceof ArrayNode list && !add && Integer.parseInt(last) < list.size()) {
            list.set(Integer.parseInt(last), step.get("value"));
        } else if (parent instanceof ObjectNode object && add != object.has(last)) {
            object.set(last, step.get("value"));
        } else {
            throw new AssertionError("the patch " + step + " fits nothing");
        }
    }

    static List<ObjectNode> read(Path file) {
        try {
            List<ObjectNode> documents = new ArrayList<>();
            for (Object document : yaml(Files.readString(file))) {
                documents.add((ObjectNode) JSON.valueToTree(document));
            }
            return documents;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Iterable<Object> yaml(String text) {
        return new Yaml(new SafeConstructor(new LoaderOptions())).loadAll(text);
    }
}
