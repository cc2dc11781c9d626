package io.carillon.gateway.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.access.ApiKey;
import io.carillon.domain.access.KeyText;
import io.carillon.domain.access.Role;
import io.carillon.gateway.access.KeyRing;
import io.carillon.gateway.access.Need;
import io.carillon.gateway.api.FixedTime;
import io.carillon.gateway.api.MemoryApiKeys;
import io.carillon.gateway.api.Samples;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.mvc.method.RequestMappingInfoHandlerMapping;

/** Every path with every kind of key, over the real container. */
class AccessMatrixTest {

    private static final Map<String, Need> CALLS = RestAccess.calls();
    private static final Map<String, Need> OPERATIONS = RestAccess.operations("/actuator", Need.ADMIN_OF_ALL);

    /** By what they are for; null: a request without a key. */
    private static final Map<String, @Nullable KeyText> KEYS = new LinkedHashMap<>();

    private static RestDoor door;

    @BeforeAll
    static void open() {
        door = new RestDoor(true);
        MemoryApiKeys store = door.bean(MemoryApiKeys.class);
        KEYS.put("none", null);
        int number = 0;
        for (Role role : Role.values()) {
            for (String owner : role == Role.WORKER ? new String[] {"*"} : new String[] {"*", "acme"}) {
                KeyText text = KeyText.of(new UUID(5, ++number), store.nextSecret());
                store.put(ApiKey.made(text, owner.equals("*") ? null : owner, role, "k", "root", FixedTime.NOW, null));
                KEYS.put(role.text() + " of " + owner, text);
            }
        }
        door.bean(KeyRing.class).refresh();
    }

    @AfterAll
    static void close() {
        door.close();
    }

    static Stream<Arguments> rows() {
        List<Arguments> rows = new ArrayList<>();
        for (String kind : List.of(
                "none",
                "worker of *",
                "viewer of *",
                "viewer of acme",
                "operator of *",
                "operator of acme",
                "admin of *",
                "admin of acme")) {
            CALLS.forEach((call, need) -> {
                rows.add(Arguments.of(kind, call, "", need));
                rows.add(Arguments.of(kind, call, "/v1", need));
            });
            rows.add(Arguments.of(kind, "GET /actuator/health", "", Need.NOTHING));
            rows.add(Arguments.of(kind, "GET /actuator/health/liveness", "", Need.NOTHING));
            rows.add(Arguments.of(kind, "GET /actuator/prometheus", "", Need.ADMIN_OF_ALL));
            rows.add(Arguments.of(kind, "GET /actuator/settled", "", Need.ADMIN_OF_ALL));
            rows.add(Arguments.of(kind, "GET /actuator", "", Need.ADMIN_OF_ALL));
            rows.add(Arguments.of(kind, "GET /actuator/env", "", Need.ADMIN_OF_ALL));
        }
        return rows.stream();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void a_call_is_let_through_with_a_key_that_opens_it_and_with_no_other(
            String kind, String call, String prefix, Need need) throws IOException, InterruptedException {
        int status = status(kind, call, prefix);
        if (!need.asksForKey()) {
            assertThat(status).isNotIn(401, 403);
        } else if (kind.equals("none")) {
            assertThat(status).isEqualTo(401);
        } else if (opens(kind, need)) {
            // What the handler makes of it is not asked here, but for calls that are an owner's own.
            assertThat(status).isNotEqualTo(401);
            if (!call.contains("{owner}")) {
                assertThat(status).isNotEqualTo(403);
            }
        } else {
            assertThat(status).isEqualTo(403);
        }
    }

    /** Said again here in other words than {@link Need}'s. */
    private static boolean opens(String kind, Need need) {
        List<String> order = List.of("viewer", "operator", "admin");
        String role = kind.substring(0, kind.indexOf(' '));
        boolean all = kind.endsWith("*");
        if (need.allOwners() && !all) {
            return false;
        }
        String needed = Objects.requireNonNull(need.role()).text();
        return role.equals(needed)
                || (order.contains(role) && order.contains(needed) && order.indexOf(role) > order.indexOf(needed));
    }

    private static int status(String kind, String call, String prefix) throws IOException, InterruptedException {
        String path = call.substring(call.indexOf(' ') + 1)
                .replace("{id}", Samples.plain().job().id().toString())
                .replace("{owner}", "acme");
        HttpRequest.Builder request = door.request(prefix + path)
                .method(call.substring(0, call.indexOf(' ')), HttpRequest.BodyPublishers.noBody());
        KeyText key = KEYS.get(kind);
        if (key != null) {
            request.header("Authorization", "Bearer " + key.text());
        }
        return door.send(request).statusCode();
    }

    /** A new path is nobody's before somebody has said whose it is. */
    @Test
    void every_mapping_of_the_api_has_a_row_and_every_row_a_mapping() {
        assertThat(CALLS.keySet()).containsExactlyInAnyOrderElementsOf(OpenApiController.calls(door.mapping()));
    }

    /** Whatever the framework maps, by whatever mapping. */
    @Test
    void every_mapping_of_the_framework_has_a_row() {
        Set<String> patterns = new TreeSet<>();
        door.beans(HandlerMapping.class).values().forEach(mapping -> {
            if (mapping instanceof RequestMappingInfoHandlerMapping known) {
                known.getHandlerMethods()
                        .forEach((info, handler) -> info.getMethodsCondition()
                                .getMethods()
                                .forEach(method -> OpenApiController.paths(info)
                                        .forEach(path -> patterns.add(method + " " + path))));
            }
        });
        Set<String> known = Stream.concat(
                        CALLS.keySet().stream().flatMap(call -> Stream.of(call, call.replaceFirst(" ", " /v1"))),
                        OPERATIONS.keySet().stream())
                .collect(Collectors.toSet());
        assertThat(patterns).contains("GET /jobs", "GET /actuator/health");
        // What the framework has below its base is an admin's, whatever it is.
        patterns.removeIf(pattern -> known.contains(pattern) || pattern.matches("(GET|POST|DELETE) /actuator(/.*)?"));
        assertThat(patterns).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/error",
                "/nowhere",
                "/jobs/",
                "//jobs",
                "/jobs;a=b",
                "/%6aobs",
                "/v1/../jobs",
                "/actuator/health/../../jobs",
                "/actuator/health/..;/prometheus",
                "/actuator/health/%2e%2e/prometheus",
                "/actuator;/prometheus",
                "/ACTUATOR/prometheus",
                "/favicon.ico",
                "/index.html",
                "/webjars/x",
            })
    void no_spelling_of_a_path_gets_round_the_key(String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = door.get(path);
        assertThat(answer.statusCode()).isIn(400, 401, 404);
        assertThat(answer.body()).doesNotContain("job_id", "jvm_", "# TYPE");
    }

    @Test
    void who_has_no_key_is_told_how_to_send_one_and_nothing_else() throws IOException, InterruptedException {
        HttpResponse<String> answer = door.get("/jobs/" + Samples.PLAIN);
        ProblemText.of(answer).is(401, "unauthenticated", "");
        assertThat(answer.headers().firstValue("WWW-Authenticate")).contains("Bearer realm=\"carillon\"");
        assertThat(door.get("/jobs/00000000-0000-7000-8000-000000000000").body())
                .isEqualTo(answer.body());
        assertThat(door.get("/no/such/path").body()).isEqualTo(answer.body());
    }

    @Test
    void two_keys_are_none() throws IOException, InterruptedException {
        String good = "Bearer " + Objects.requireNonNull(KEYS.get("admin of *")).text();
        HttpRequest.Builder request = door.request("/jobs").GET();
        assertThat(door.send(request.header("Authorization", good)).statusCode())
                .isEqualTo(200);
        assertThat(door.send(request.header("Authorization", good)).statusCode())
                .isEqualTo(401);
    }

    @Test
    void a_refusal_says_what_was_needed() throws IOException, InterruptedException {
        HttpResponse<String> answer = door.send(door.request("/cluster")
                .GET()
                .header(
                        "Authorization",
                        "Bearer "
                                + Objects.requireNonNull(KEYS.get("viewer of acme"))
                                        .text()));
        ProblemText.of(answer).is(403, "forbidden", "");
        assertThat(answer.body()).contains("role admin for all owners");
    }
}
