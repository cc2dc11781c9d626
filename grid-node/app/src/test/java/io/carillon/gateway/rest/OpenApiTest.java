package io.carillon.gateway.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.gateway.api.ProblemType;
import io.carillon.gateway.api.Samples;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class OpenApiTest {

    private static final Pattern REFERENCE = Pattern.compile("#/components/schemas/([A-Za-z]+)");

    private static RestDoor door;

    @BeforeAll
    static void open() {
        door = new RestDoor();
    }

    @AfterAll
    static void close() {
        door.close();
    }

    /** What the API is called with where the call takes a body, so that all its parameters are asked for. */
    private static final Map<String, String> BODIES = Map.of(
            "NewJob",
            "{\"name\":\"a\",\"schedule\":\"0 9 * * *\"}",
            "NewJobs",
            "{\"jobs\":[{\"name\":\"a\",\"schedule\":\"0 9 * * *\"}]}",
            "BackfillRequest",
            "{\"from\":\"2026-02-01T00:00:00Z\",\"to\":\"2026-02-02T00:00:00Z\"}",
            "JobPatch",
            "{\"priority\":7}",
            "RedriveRequest",
            "{\"filter\":{}}",
            "WebhookRequest",
            "{\"webhook_url\":null}",
            "PreviewRequest",
            "{\"schedule\":\"0 9 * * *\"}",
            "ClusterSize",
            "{\"expected_size\":3}",
            "NewApiKey",
            "{\"name\":\"a\",\"role\":\"viewer\",\"owner_id\":\"acme\"}");

    static Stream<String> calls() {
        return ApiCalls.all().keySet().stream();
    }

    @Test
    void every_mapping_is_described_and_nothing_else() {
        assertThat(ApiCalls.all().keySet())
                .containsExactlyInAnyOrderElementsOf(OpenApiController.calls(door.mapping()));
    }

    @Test
    void every_path_is_served_under_its_version_as_well() {
        door.mapping().getHandlerMethods().forEach((info, handler) -> {
            if (OpenApiController.isOurs(handler)) {
                Set<String> paths = new HashSet<>(OpenApiController.paths(info));
                Set<String> versioned = new TreeSet<>();
                paths.stream().filter(path -> !path.startsWith("/v1/")).forEach(path -> versioned.add("/v1" + path));
                paths.removeIf(path -> !path.startsWith("/v1/"));
                assertThat(paths).as("%s", handler).isNotEmpty().isEqualTo(versioned);
            }
        });
    }

    @Test
    void the_description_is_served_and_every_shape_it_names_is_there() throws IOException, InterruptedException {
        HttpResponse<String> plain = door.get("/openapi.json");
        assertThat(plain.statusCode()).isEqualTo(200);
        assertThat(door.get("/v1/openapi.json").body()).isEqualTo(plain.body());

        JsonNode description = JsonMapper.shared().readTree(plain.body());
        Set<String> described = new TreeSet<>();
        description
                .get("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .propertyNames()
                        .forEach(method -> described.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey())));
        assertThat(described).isEqualTo(new TreeSet<>(ApiCalls.all().keySet()));
        Set<String> named = new TreeSet<>();
        Matcher references = REFERENCE.matcher(plain.body());
        while (references.find()) {
            named.add(references.group(1));
        }
        Set<String> shapes =
                new TreeSet<>(description.get("components").get("schemas").propertyNames());
        assertThat(named).isEqualTo(shapes);
    }

    @Test
    void every_problem_is_described_and_belongs_to_a_call() throws IOException, InterruptedException {
        JsonNode description =
                JsonMapper.shared().readTree(door.get("/openapi.json").body());
        Set<String> types = new TreeSet<>();
        Iterator<JsonNode> listed = description
                .at("/components/schemas/Problem/properties/type/enum")
                .iterator();
        listed.forEachRemaining(type -> types.add(type.asString()));
        assertThat(types)
                .isEqualTo(new TreeSet<>(Arrays.stream(ProblemType.values())
                        .map(ProblemType::uri)
                        .toList()));

        Set<ProblemType> told = new TreeSet<>();
        ApiCalls.all().values().forEach(call -> OpenApi.refusals(call).values().forEach(told::addAll));
        assertThat(told).containsExactly(ProblemType.values());
    }

    @ParameterizedTest
    @MethodSource("calls")
    void a_parameter_that_is_not_described_is_refused_by_name(String methodAndPath)
            throws IOException, InterruptedException {
        ApiCall call = Objects.requireNonNull(ApiCalls.of(methodAndPath));
        String[] parts = methodAndPath.split(" ", 2);
        String path =
                parts[1].replace("{id}", Samples.plain().job().id().toString()).replace("{owner}", "acme");
        for (String prefix : List.of("", "/v1")) {
            HttpResponse<String> answer = door.send(door.request(prefix + path + "?surplus=1")
                    .header("Content-Type", call.mediaType())
                    .method(parts[0], HttpRequest.BodyPublishers.ofString("{}")));
            ProblemText.of(answer).is(400, "invalid_request", "surplus");
        }
    }

    @ParameterizedTest
    @MethodSource("calls")
    void a_call_asks_for_the_parameters_that_are_described_and_answers_as_described(String methodAndPath)
            throws IOException, InterruptedException {
        ApiCall call = Objects.requireNonNull(ApiCalls.of(methodAndPath));
        String[] parts = methodAndPath.split(" ", 2);
        Set<String> asked = door.bean(AskedParameters.class).asked;
        asked.clear();
        String id = parts[1].startsWith("/runs") || parts[1].endsWith("/redrive")
                ? Samples.waiting().run().id().toString()
                : Samples.plain().job().id().toString();
        String path = parts[1].replace("{id}", id).replace("{owner}", "acme")
                + (call.queries().contains("at") ? "?at=2026-03-28T02:30" : "");
        HttpResponse<String> answer = door.send(door.request(path)
                .header("Content-Type", call.mediaType())
                .method(
                        parts[0],
                        call.body() == null
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(BODIES.getOrDefault(call.body(), "{}"))));

        Set<String> described = new TreeSet<>(call.queries());
        described.addAll(call.headers());
        assertThat(asked).isEqualTo(described);
        Set<Integer> statuses = new TreeSet<>(OpenApi.refusals(call).keySet());
        List<Integer> good = call.answers().stream().map(ApiCall.Answer::status).toList();
        statuses.addAll(good);
        assertThat(statuses).contains(answer.statusCode());
        assertThat(answer.statusCode()).isIn(with(good, 404));
    }

    /** Some of what is asked for here does not exist. */
    private static List<Integer> with(List<Integer> good, int also) {
        return Stream.concat(good.stream(), Stream.of(also)).toList();
    }
}
