package io.carillon.client;

import java.util.Map;
import java.util.TreeSet;

/** Where the stock worker's {@code http} handler sends a run. */
public record HttpTarget(String url, String method, Map<String, String> headers) {
    public HttpTarget {
        headers = Map.copyOf(headers);
    }

    /** Headers by their names, the URL without its query: credentials stay out of logs. */
    @Override
    public String toString() {
        return "HttpTarget[" + method + " " + url.replaceFirst("[?#].*", "") + ", headers="
                + new TreeSet<>(headers.keySet()) + "]";
    }

    public static HttpTarget post(String url) {
        return new HttpTarget(url, "POST", Map.of());
    }
}
