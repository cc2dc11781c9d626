package io.carillon.worker.http;

import java.net.http.HttpClient;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;

/**
 * The JDK's clients by which targets are called: one for all plain targets, and one for each host that speaks TLS, since a
 * client's pool knows connections by their address, and its TLS context is for one name. Connections are kept and used again. The
 * client of the host used longest ago is dropped when there are too many; its connections end when the last call on it does.
 *
 * <p>HTTP/1.1 only: over HTTP/2 the JDK's client takes the host from the URL, where the address stands. Redirects are followed by
 * the caller, which checks each; there is no proxy, which would look up names unchecked. Thread-safe.
 */
final class HttpClients {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final int SECURE_HOSTS_MAX = 100;

    private final SSLContext tls;
    private final Executor executor = executor();
    private final HttpClient plain;
    private final Map<String, HttpClient> secure = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, HttpClient> eldest) {
            return size() > SECURE_HOSTS_MAX;
        }
    };

    HttpClients(SSLContext tls) {
        JdkHttpClient.prepare();
        this.tls = tls;
        this.plain = builder().build();
    }

    static SSLContext defaultTls() {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no TLS", e);
        }
    }

    HttpClient of(TargetUrl url) {
        if (!url.secure()) {
            return plain;
        }
        synchronized (secure) {
            return secure.computeIfAbsent(
                    url.host(),
                    host -> builder()
                            .sslContext(new PinnedHostContext(tls, host))
                            .build());
        }
    }

    private HttpClient.Builder builder() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .proxy(HttpClient.Builder.NO_PROXY)
                .connectTimeout(CONNECT_TIMEOUT)
                .executor(executor);
    }

    /** The clients' own tasks never block, so a thread a processor is enough. */
    private static Executor executor() {
        int threads = Math.max(2, Runtime.getRuntime().availableProcessors());
        AtomicInteger number = new AtomicInteger();
        ThreadPoolExecutor executor =
                new ThreadPoolExecutor(threads, threads, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "carillon-http-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }
}
