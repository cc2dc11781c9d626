package io.carillon.gateway.grpc;

/** Names of fields: rules name them as REST does, callers of gRPC know them from the {@code .proto}. */
final class WireNames {

    private WireNames() {}

    static String ofField(String restName) {
        if (restName.startsWith("labels.") || restName.startsWith("http.headers.")) {
            return restName;
        }
        if (restName.equals("payload")) {
            return "payload_json";
        }
        if (restName.startsWith("retry.backoff.jitter")) {
            return "retry.jitter";
        }
        String name = restName.startsWith("retry.backoff.")
                ? "retry.exponential." + restName.substring("retry.backoff.".length())
                : restName.replace("retry.backoff", "retry.delays");
        // Durations carry their unit in their type.
        return name.endsWith("_s") ? name.substring(0, name.length() - 2) : name;
    }
}
