package io.carillon.worker.http;

import io.carillon.client.HttpTarget;
import io.carillon.worker.handler.JobHandler;
import io.carillon.worker.handler.RunContext;
import io.carillon.worker.time.SystemClock;
import io.carillon.worker.time.WorkerClock;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Sends a run to its HTTP target.
 *
 * <p>2xx succeeds. 408, 425, 429, 5xx, connections that fail and answers that do not come are retried, not before the target's
 * {@code Retry-After}. Any other status is final, as is a target that may not be called. A name is looked up once for each request,
 * its addresses are checked, and one of those is connected to, so that what was checked is what is called; redirects go the same
 * way.
 */
public final class HttpTargetHandler implements JobHandler {
    private static final int REDIRECTS_MAX = 5;
    private static final int ADDRESSES_MAX = 4;
    private static final int EXCERPT_CHARS_MAX = 500;
    /** The run's own time limit comes first, and is reported as what it is. */
    private static final Duration BEYOND_TIMEOUT = Duration.ofSeconds(1);

    private final AddressRules rules;
    private final Resolver resolver;
    private final HttpClients clients;
    private final WorkerClock clock;

    /**
     * @param allowed loopback and private ranges that may be called
     * @param denied ranges that may not, also of what is allowed or public
     * @throws IllegalStateException if the JDK's client cannot be set up for this, with the reason
     */
    public HttpTargetHandler(List<CidrBlock> allowed, List<CidrBlock> denied) {
        this(new AddressRules(allowed, denied), Resolver.SYSTEM, HttpClients.defaultTls(), new SystemClock());
    }

    /** Nothing is denied but what always is. */
    public HttpTargetHandler(List<CidrBlock> allowed) {
        this(allowed, List.of());
    }

    HttpTargetHandler(AddressRules rules, Resolver resolver, SSLContext tls, WorkerClock clock) {
        this.rules = rules;
        this.resolver = resolver;
        this.clients = new HttpClients(tls);
        this.clock = clock;
    }

    @Override
    public @Nullable String handle(RunContext run) throws Exception {
        HttpTarget target = run.http();
        if (target == null) {
            throw new RefusedTargetException("the job has no HTTP target");
        }
        TargetRequest call = TargetRequest.first(run, target);
        for (int redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
            HttpResponse<LimitedBody.Body> response = send(call, run.timeLeft());
            Optional<String> location = response.headers().firstValue("Location");
            if (StatusClass.of(response.statusCode()) != StatusClass.REDIRECT || location.isEmpty()) {
                return outcome(call, response);
            }
            call = call.redirected(response.statusCode(), location.get());
        }
        throw new RefusedStatusException("more than " + REDIRECTS_MAX + " redirects from " + target.method() + " "
                + TargetUrl.parse(target.url()).withoutQuery());
    }

    /** Tries the addresses of the target one after the other until one takes the connection. */
    private HttpResponse<LimitedBody.Body> send(TargetRequest call, Duration timeLeft) throws Exception {
        List<InetAddress> addresses = openAddresses(call.url());
        IOException last = null;
        for (InetAddress address : addresses) {
            HttpRequest request = call.to(address, timeLeft.plus(BEYOND_TIMEOUT));
            try {
                return clients.of(call.url()).send(request, info -> new LimitedBody(HttpResult.BYTES_MAX));
            } catch (ConnectException | HttpConnectTimeoutException e) {
                last = e;
            }
        }
        throw new ConnectException("cannot connect to " + call.url().withoutQuery() + ": "
                + (last == null || last.getMessage() == null ? "refused" : last.getMessage()));
    }

    private List<InetAddress> openAddresses(TargetUrl url) throws Exception {
        List<InetAddress> all = resolver.resolve(url.host());
        List<InetAddress> open =
                all.stream().filter(rules::isOpen).limit(ADDRESSES_MAX).toList();
        if (open.isEmpty()) {
            throw new RefusedTargetException("the address of " + url.host()
                    + " may not be called; carillon.worker.http.allow can open loopback and private ranges, and"
                    + " carillon.worker.http.deny closes others");
        }
        return open;
    }

    private String outcome(TargetRequest call, HttpResponse<LimitedBody.Body> response)
            throws FailedStatusException, RefusedStatusException {
        int status = response.statusCode();
        String contentType = response.headers().firstValue("Content-Type").orElse("");
        return switch (StatusClass.of(status)) {
            case SUCCESS -> HttpResult.of(status, contentType, response.body());
            case RETRYABLE ->
                throw new FailedStatusException(
                        message(call, status, contentType, response.body()),
                        RetryAfterHeader.parse(
                                        response.headers()
                                                .firstValue("Retry-After")
                                                .orElse(null),
                                        response.headers().firstValue("Date").orElse(null),
                                        clock.now())
                                .orElse(Duration.ZERO));
            case REDIRECT, PERMANENT ->
                throw new RefusedStatusException(message(call, status, contentType, response.body()));
        };
    }

    private static String message(TargetRequest call, int status, String contentType, LimitedBody.Body body) {
        String excerpt = HttpResult.excerpt(contentType, body, EXCERPT_CHARS_MAX);
        return status + " from " + call.method() + " " + call.url().withoutQuery()
                + (excerpt.isEmpty() ? "" : ": " + excerpt);
    }
}
