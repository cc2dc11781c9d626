package io.carillon.gateway.api;

import io.carillon.domain.job.HttpTarget;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The rules of an HTTP target. Which addresses may be called is the worker's decision, after it has resolved them. */
final class HttpRules {

    private static final int URL_CHARS_MAX = 2_048;
    private static final int HEADERS_MAX = 50;
    private static final int HEADER_VALUE_CHARS_MAX = 4_096;
    private static final String METHOD_DEFAULT = "POST";
    private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE");
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}");
    /** Visible ASCII and blanks: a line break would begin another header. */
    private static final Pattern HEADER_VALUE = Pattern.compile("[\\x20-\\x7E\\t]*");
    /** Made by whoever sends the request. */
    private static final Set<String> RESERVED = Set.of(
            "host",
            "content-length",
            "connection",
            "transfer-encoding",
            "upgrade",
            "expect",
            "te",
            "trailer",
            "keep-alive",
            "idempotency-key",
            "traceparent");

    private static final String OWN_PREFIX = "carillon-";

    private HttpRules() {}

    static @Nullable HttpTarget target(JobDraft.@Nullable Http http, Violations violations) {
        if (http == null) {
            return null;
        }
        String url = url(http.url(), violations);
        String method = Objects.requireNonNullElse(http.method(), METHOD_DEFAULT);
        if (!METHODS.contains(method)) {
            violations.add("http.method", "must be one of GET, HEAD, POST, PUT, PATCH, DELETE");
        }
        Map<String, String> headers = Objects.requireNonNullElse(http.headers(), Map.of());
        headers(headers, violations);
        return new HttpTarget(url, method, headers);
    }

    private static String url(@Nullable String url, Violations violations) {
        if (url == null) {
            violations.add("http.url", "is required");
            return "";
        }
        String fault = urlFault(url);
        if (fault != null) {
            violations.add("http.url", fault);
        }
        return url;
    }

    static @Nullable String urlFault(String url) {
        // A URI lets pass what is not ASCII, halves of surrogate pairs among it.
        String fault = Texts.fault(url, URL_CHARS_MAX);
        if (fault != null) {
            return fault;
        }
        URI uri;
        try {
            uri = new URI(url);
        } catch (URISyntaxException e) {
            return "is not a URL";
        }
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https")) {
            return "must begin with http:// or https://";
        }
        if (uri.getHost() == null) {
            return "must name a host";
        }
        if (uri.getRawUserInfo() != null) {
            return "must not carry a user or password; use a header";
        }
        if (uri.getPort() == 0 || uri.getPort() > 65_535) {
            return "must have a port from 1 to 65535";
        }
        return null;
    }

    private static void headers(Map<String, String> headers, Violations violations) {
        if (headers.size() > HEADERS_MAX) {
            violations.add("http.headers", "must be at most " + HEADERS_MAX);
            return;
        }
        headers.forEach((name, value) -> {
            String lower = name.toLowerCase(Locale.ROOT);
            if (!TOKEN.matcher(name).matches()) {
                violations.add("http.headers", "a header's name must be a token of at most 100 characters");
            } else if (RESERVED.contains(lower) || lower.startsWith(OWN_PREFIX)) {
                violations.add("http.headers." + name, "is set by the worker");
            } else if (value.length() > HEADER_VALUE_CHARS_MAX
                    || !HEADER_VALUE.matcher(value).matches()) {
                violations.add(
                        "http.headers." + name,
                        "must be printable ASCII of at most " + HEADER_VALUE_CHARS_MAX + " characters");
            }
        });
    }
}
