package io.carillon.worker.http;

import io.carillon.client.HttpTarget;
import io.carillon.worker.handler.RunContext;
import java.net.InetAddress;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A request before it is known to which address it goes.
 *
 * @param users the user's headers
 * @param ours what the target is told of the run; stands above the user's
 * @param body null: none
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record TargetRequest(
        TargetUrl url, String method, Map<String, String> users, Map<String, String> ours, byte @Nullable [] body) {
    private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");
    private static final Set<String> METHODS_WITHOUT_BODY = Set.of("GET", "HEAD", "OPTIONS");
    private static final String CONTENT_TYPE = "content-type";
    /** The only headers of the user's that another origin gets to see: any other may be a credential. */
    private static final Set<String> HARMLESS = Set.of(CONTENT_TYPE, "accept", "accept-language");

    static TargetRequest first(RunContext run, HttpTarget target) throws RefusedTargetException {
        String method = target.method().isEmpty() ? "POST" : target.method();
        if (!METHODS.contains(method)) {
            throw new RefusedTargetException("the method must be one of GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");
        }
        byte[] body = METHODS_WITHOUT_BODY.contains(method) ? null : run.payloadUtf8();
        Map<String, String> users = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        if (body != null) {
            users.put(CONTENT_TYPE, "application/json");
        }
        users.putAll(target.headers());
        return new TargetRequest(TargetUrl.parse(target.url()), method, users, RunHeaders.of(run), body);
    }

    /** The request that follows a redirect. */
    TargetRequest redirected(int status, String location) throws RefusedTargetException {
        TargetUrl next = url.resolve(location);
        if (url.secure() && !next.secure()) {
            throw new RefusedTargetException("redirected from https to http, at " + url.withoutQuery());
        }
        Map<String, String> kept = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        users.forEach((name, value) -> {
            if (url.sameOrigin(next) || HARMLESS.contains(name.toLowerCase(Locale.ROOT))) {
                kept.put(name, value);
            }
        });
        boolean toGet = !method.equals("HEAD")
                && (status == 303 || ((status == 301 || status == 302) && method.equals("POST")));
        if (toGet) {
            kept.remove(CONTENT_TYPE);
        }
        return new TargetRequest(next, toGet ? "GET" : method, kept, ours, toGet ? null : body);
    }

    HttpRequest to(InetAddress address, Duration timeout) throws RefusedTargetException {
        HttpRequest.BodyPublisher content =
                body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofByteArray(body);
        HttpRequest.Builder request =
                HttpRequest.newBuilder(url.at(address)).timeout(timeout).method(method, content);
        for (Map.Entry<String, String> header : users.entrySet()) {
            if (header.getKey().equalsIgnoreCase("Host")) {
                throw new RefusedTargetException("the Host header cannot be chosen: it is the URL's");
            }
            try {
                request.setHeader(header.getKey(), header.getValue());
            } catch (IllegalArgumentException e) {
                throw new RefusedTargetException("the header " + header.getKey() + " cannot be sent");
            }
        }
        ours.forEach(request::setHeader);
        return request.setHeader("Host", url.authority()).build();
    }
}
