package io.carillon.worker.http;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Posts to URLs that users have named, under the same guard as {@code http} jobs: the name is looked up once, its addresses
 * are checked, and one of those is connected to. Redirects are not followed, and the answer's body is not read. Thread-safe;
 * blocks.
 */
public final class GuardedPost {
    private static final int ADDRESSES_MAX = 2;

    private final AddressRules rules;
    private final Resolver resolver;
    private final HttpClients clients;

    /**
     * @param allowed loopback and private ranges that may be called
     * @throws IllegalStateException if the JDK's client cannot be set up for this, with the reason
     */
    public GuardedPost(List<CidrBlock> allowed) {
        this(allowed, Resolver.SYSTEM);
    }

    GuardedPost(List<CidrBlock> allowed, Resolver resolver) {
        this.rules = new AddressRules(allowed, List.of());
        this.resolver = resolver;
        this.clients = new HttpClients(HttpClients.defaultTls());
    }

    /**
     * @param timeout for all of it but the look-up of the name
     * @return the answer's status
     * @throws RefusedTargetException if the URL is none, or its address may not be called
     * @throws HttpTimeoutException if there is no answer in time
     * @throws IOException if it cannot be sent
     */
    public int send(String url, Map<String, String> headers, byte[] body, Duration timeout)
            throws IOException, RefusedTargetException, InterruptedException {
        TargetUrl target = TargetUrl.parse(url);
        TargetRequest request = new TargetRequest(target, "POST", headers, Map.of(), body);
        List<InetAddress> addresses = resolver.resolve(target.host()).stream()
                .filter(rules::isOpen)
                .limit(ADDRESSES_MAX)
                .toList();
        if (addresses.isEmpty()) {
            throw new RefusedTargetException("the address of " + target.host() + " may not be called");
        }
        IOException last = null;
        for (InetAddress address : addresses) {
            try {
                return send(target, request.to(address, timeout), timeout);
            } catch (ConnectException | HttpConnectTimeoutException e) {
                last = e;
            }
        }
        throw new ConnectException("cannot connect to " + target.withoutQuery() + ": "
                + (last == null || last.getMessage() == null ? "refused" : last.getMessage()));
    }

    /** The request's own timeout ends with the answer's head; this one also ends a connection that never gets so far. */
    private int send(TargetUrl target, HttpRequest request, Duration timeout) throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<Boolean>> answer =
                clients.of(target).sendAsync(request, info -> new UnreadBody());
        try {
            return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS).statusCode();
        } catch (TimeoutException e) {
            throw new HttpTimeoutException("no answer within " + timeout.toSeconds() + " s");
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof IOException known) {
                throw known;
            }
            throw new IOException(String.valueOf(cause), e);
        } finally {
            answer.cancel(true);
        }
    }
}
