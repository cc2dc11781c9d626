package io.carillon.gateway.rest;

import io.carillon.gateway.access.Need;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What each call over HTTP asks for, by method and path pattern without the version. What does not stand here is answered to
 * nobody; a mapping without a row fails a test.
 */
public final class RestAccess {

    private RestAccess() {}

    /** The API. */
    public static Map<String, Need> calls() {
        Map<String, Need> calls = new LinkedHashMap<>();
        calls.put("GET /jobs", Need.VIEWER);
        calls.put("GET /jobs/{id}", Need.VIEWER);
        calls.put("GET /jobs/{id}/runs", Need.VIEWER);
        calls.put("GET /jobs/{id}/next", Need.VIEWER);
        calls.put("GET /jobs/{id}/ledger", Need.VIEWER);
        calls.put("GET /jobs/{id}/explain", Need.VIEWER);
        calls.put("GET /runs", Need.VIEWER);
        calls.put("GET /runs/{id}", Need.VIEWER);
        calls.put("GET /runs/{id}/explain", Need.VIEWER);
        calls.put("GET /dead-letters", Need.VIEWER);
        calls.put("GET /dead-letters/redrives/{id}", Need.VIEWER);
        calls.put("GET /owners/{owner}/quota", Need.VIEWER);
        calls.put("POST /schedules/preview", Need.VIEWER);
        // Of an owner's own, unless the key is of all owners.
        calls.put("GET /statistics", Need.VIEWER);
        calls.put("GET /openapi.json", Need.VIEWER);

        calls.put("POST /jobs", Need.OPERATOR);
        calls.put("POST /jobs:batch", Need.OPERATOR);
        calls.put("PUT /jobs/{id}", Need.OPERATOR);
        calls.put("PATCH /jobs/{id}", Need.OPERATOR);
        calls.put("DELETE /jobs/{id}", Need.OPERATOR);
        calls.put("POST /jobs/{id}/pause", Need.OPERATOR);
        calls.put("POST /jobs/{id}/resume", Need.OPERATOR);
        calls.put("POST /jobs/{id}/trigger", Need.OPERATOR);
        calls.put("POST /jobs/{id}/backfill", Need.OPERATOR);
        calls.put("POST /runs/{id}/cancel", Need.OPERATOR);
        calls.put("POST /dead-letters/{id}/redrive", Need.OPERATOR);
        calls.put("POST /dead-letters:redrive", Need.OPERATOR);
        calls.put("DELETE /dead-letters/redrives/{id}", Need.OPERATOR);

        calls.put("GET /owners/{owner}/alerts", Need.ADMIN);
        calls.put("PUT /owners/{owner}/alerts", Need.ADMIN);
        calls.put("GET /api-keys", Need.ADMIN);
        calls.put("POST /api-keys", Need.ADMIN);
        calls.put("POST /api-keys/{id}/rotate", Need.ADMIN);
        calls.put("DELETE /api-keys/{id}", Need.ADMIN);
        calls.put("GET /audit", Need.ADMIN);

        // What concerns all owners, or shows what others do.
        calls.put("GET /forecast", Need.VIEWER_OF_ALL);
        calls.put("PUT /owners/{owner}/quota", Need.ADMIN_OF_ALL);
        calls.put("GET /cluster", Need.ADMIN_OF_ALL);
        calls.put("PUT /cluster/size", Need.ADMIN_OF_ALL);
        return calls;
    }

    /**
     * What the framework serves beside the API.
     *
     * @param base where it does, {@code /actuator}
     * @param metrics what metrics and the wait before a stop ask for
     */
    public static Map<String, Need> operations(String base, Need metrics) {
        Map<String, Need> calls = new LinkedHashMap<>();
        calls.put("GET " + base + "/health", Need.NOTHING);
        calls.put("GET " + base + "/health/{group}", Need.NOTHING);
        calls.put("GET " + base + "/prometheus", metrics);
        calls.put("GET " + base + "/settled", metrics);
        // Whatever else an operator has exposed.
        for (String method : new String[] {"GET", "POST", "DELETE"}) {
            calls.put(method + " " + base, Need.ADMIN_OF_ALL);
            calls.put(method + " " + base + "/{*path}", Need.ADMIN_OF_ALL);
        }
        return calls;
    }
}
