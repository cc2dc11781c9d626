package io.carillon.gateway.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.gateway.access.Need;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.server.RequestPath;

class RestGateTest {

    private final RestGate gate =
            new RestGate(RestAccess.calls(), RestAccess.operations("/actuator", Need.ADMIN_OF_ALL));

    private Need need(String method, String path) {
        return gate.needOf(method, RequestPath.parse(path, "").pathWithinApplication())
                .orElseThrow(() -> new AssertionError("no such path: " + path));
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /jobs, viewer",
        "HEAD, /jobs, viewer",
        "POST, /jobs, operator",
        "POST, /v1/jobs, operator",
        "POST, /jobs:batch, operator",
        "POST, /v1/jobs:batch, operator",
        "DELETE, /v1/jobs/1, operator",
        "PUT, /owners/acme/quota, admin for all owners",
        "PUT, /owners/a%2Fb/quota, admin for all owners",
        "GET, /owners/acme/quota, viewer",
        "GET, /audit, admin",
        "GET, /dead-letters/redrives/1, viewer",
        "POST, /dead-letters/redrives/redrive, operator",
        "GET, /actuator/prometheus, admin for all owners",
        "GET, /actuator, admin for all owners",
        "GET, /actuator/env, admin for all owners",
        "GET, /actuator/heapdump/x, admin for all owners",
        "POST, /actuator/loggers/root, admin for all owners",
        // Of a path that is there with other methods, any key but a worker's hears which ones.
        "OPTIONS, /jobs, viewer",
        "GET, /actuator/health/readiness/db, admin for all owners",
        "POST, /actuator/health, admin for all owners",
        "PATCH, /cluster, viewer",
    })
    void a_call_has_its_need(String method, String path, String role) {
        assertThat(need(method, path).words()).isEqualTo("role " + role);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/actuator/health", "/actuator/health/liveness", "/actuator/health/readiness"})
    void health_is_open(String path) {
        assertThat(need("GET", path).asksForKey()).isFalse();
        assertThat(need("HEAD", path).asksForKey()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/error",
                "/jobs/",
                "/Jobs",
                "//jobs",
                "/v1",
                "/v2/jobs",
                "/v1/actuator/prometheus",
                "/jobs/1/runs/2",
                "/actuator/health/..",
                "/actuator/health/%2e%2e",
                "/actuator/health/..;a=b",
                "/./jobs",
            })
    void what_is_not_there_is_nobodys(String path) {
        assertThat(gate.needOf("GET", RequestPath.parse(path, "").pathWithinApplication()))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"/jobs;x=1, viewer", "/cluster;a=b, admin for all owners", "/%6aobs, viewer"})
    void parameters_and_escapes_in_a_path_change_nothing(String path, String role) {
        assertThat(need("GET", path).words()).isEqualTo("role " + role);
    }
}
