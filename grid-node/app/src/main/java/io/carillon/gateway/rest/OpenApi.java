package io.carillon.gateway.rest;

import io.carillon.domain.job.Payload;
import io.carillon.gateway.api.ProblemType;
import io.carillon.gateway.json.JsonWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The API's description in OpenAPI 3.1: paths from the controllers, words from {@link ApiCalls}, shapes from a file. */
final class OpenApi {

    private static final String SCHEMAS = "openapi-schemas.json";
    private static final Pattern VARIABLE = Pattern.compile("\\{([a-z_]+)}");

    /** What any call can meet. */
    static final List<ProblemType> ALWAYS = List.of(
            ProblemType.INVALID_REQUEST,
            ProblemType.UNAUTHENTICATED,
            ProblemType.FORBIDDEN,
            ProblemType.METHOD_NOT_ALLOWED,
            ProblemType.NOT_ACCEPTABLE,
            ProblemType.INTERNAL,
            ProblemType.STORE_UNAVAILABLE,
            ProblemType.SHARD_MOVING,
            ProblemType.OVERLOADED);

    static final List<ProblemType> WITH_BODY =
            List.of(ProblemType.MALFORMED_JSON, ProblemType.PAYLOAD_TOO_LARGE, ProblemType.UNSUPPORTED_MEDIA_TYPE);

    static final List<ProblemType> WITH_KEY =
            List.of(ProblemType.IDEMPOTENCY_IN_PROGRESS, ProblemType.IDEMPOTENCY_KEY_REUSED);

    private OpenApi() {}

    /** @param mappings methods and paths, without the version; one that is not described has no more than its path */
    static byte[] describe(Collection<String> mappings) {
        Map<String, Set<String>> byPath = new TreeMap<>();
        for (String mapping : mappings) {
            int space = mapping.indexOf(' ');
            byPath.computeIfAbsent(mapping.substring(space + 1), path -> new TreeSet<>())
                    .add(mapping.substring(0, space));
        }
        return JsonWriter.object(json -> json.text("openapi", "3.1.0")
                .object(
                        "info",
                        info -> info.text("title", "Carillon")
                                .text("version", "1")
                                .text(
                                        "description",
                                        "A distributed job scheduler. All paths are served under /v1 as well."))
                .objects("servers", List.of("/v1", "/"), (server, url) -> server.text("url", url))
                .object(
                        "paths",
                        paths -> byPath.forEach((path, methods) -> paths.object(
                                path,
                                item -> methods.forEach(method -> item.object(
                                        method.toLowerCase(Locale.ROOT), call -> call(call, method, path))))))
                .object("components", OpenApi::components)
                // Where access control is off, none is asked for.
                .objects("security", List.of("api_key"), (security, name) -> security.texts(name, List.of())));
    }

    private static void call(JsonWriter json, String method, String path) {
        ApiCall described = ApiCalls.of(method + " " + path);
        ApiCall call = described == null ? ApiCall.of(method + " " + path) : described;
        json.text("summary", call.summary())
                .text("operationId", operationId(method, path))
                .objects("parameters", parameters(path, call), OpenApi::parameter);
        String body = call.body();
        if (body != null) {
            json.object(
                    "requestBody",
                    request -> request.object("content", content -> media(content, call.mediaType(), body)));
        }
        json.object("responses", responses -> {
            call.answers().forEach(answer -> answer(responses, answer));
            refusals(call).forEach((status, types) -> refusal(responses, status, types));
        });
    }

    private static void answer(JsonWriter json, ApiCall.Answer answer) {
        json.object(Integer.toString(answer.status()), response -> {
            response.text("description", "done");
            String schema = answer.schema();
            if (schema != null) {
                response.object("content", content -> media(content, "application/json", schema));
            }
        });
    }

    private static void media(JsonWriter content, String type, String schema) {
        content.object(
                type,
                media -> media.object("schema", reference -> reference.text("$ref", "#/components/schemas/" + schema)));
    }

    private static void refusal(JsonWriter json, int status, List<ProblemType> types) {
        json.object(
                Integer.toString(status),
                response -> response.text(
                                "description",
                                types.stream()
                                        .map(type -> type.uri() + ": " + type.title())
                                        .collect(Collectors.joining("; ")))
                        .object(
                                "content",
                                content -> content.object(
                                        "application/problem+json",
                                        media -> media.object(
                                                "schema",
                                                reference -> reference.text("$ref", "#/components/schemas/Problem")))));
    }

    /** By status. */
    static Map<Integer, List<ProblemType>> refusals(ApiCall call) {
        Set<ProblemType> all = new LinkedHashSet<>(ALWAYS);
        all.addAll(call.problems());
        if (call.body() != null) {
            all.addAll(WITH_BODY);
        }
        if (call.keyed()) {
            all.addAll(WITH_KEY);
        }
        return all.stream().collect(Collectors.groupingBy(ProblemType::httpStatus, TreeMap::new, Collectors.toList()));
    }

    /** @param where path, query or header */
    private record Parameter(String name, String where) {}

    private static List<Parameter> parameters(String path, ApiCall call) {
        List<Parameter> parameters = new ArrayList<>();
        Matcher variable = VARIABLE.matcher(path);
        while (variable.find()) {
            parameters.add(new Parameter(variable.group(1), "path"));
        }
        call.queries().forEach(name -> parameters.add(new Parameter(name, "query")));
        call.headers().forEach(name -> parameters.add(new Parameter(name, "header")));
        return parameters;
    }

    private static void parameter(JsonWriter json, Parameter parameter) {
        json.text("name", parameter.name)
                .text("in", parameter.where)
                .bool("required", parameter.where.equals("path"))
                .object("schema", schema -> schema.text("type", "string"));
    }

    private static String operationId(String method, String path) {
        return (method + path)
                .replaceAll("[^A-Za-z]+", "_")
                .replaceAll("_$", "")
                .toLowerCase(Locale.ROOT);
    }

    private static void components(JsonWriter json) {
        String types = Arrays.stream(ProblemType.values())
                .map(type -> '"' + type.uri() + '"')
                .collect(Collectors.joining(","));
        String schemas = resource().replace("\"@problem-types@\"", types);
        json.raw("schemas", Payload.ofUtf8(schemas.getBytes(StandardCharsets.UTF_8)))
                .object(
                        "securitySchemes",
                        schemes -> schemes.object(
                                "api_key",
                                scheme -> scheme.text("type", "http")
                                        .text("scheme", "bearer")
                                        .text("description", "Authorization: Bearer carillon_…")));
    }

    private static String resource() {
        try (InputStream file = OpenApi.class.getResourceAsStream(SCHEMAS)) {
            if (file == null) {
                throw new IllegalStateException(SCHEMAS + " is missing");
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
