package io.carillon.client;

import java.util.Map;

/** Where the stock worker's {@code http} handler sends a run. */
public record HttpTarget(String url, String method, Map<String, String> headers) {
    public HttpTarget {
        headers = Map.copyOf(headers);
    }

    public static HttpTarget post(String url) {
        return new HttpTarget(url, "POST", Map.of());
    }
}
