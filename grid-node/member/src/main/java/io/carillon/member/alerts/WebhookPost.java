package io.carillon.member.alerts;

import io.carillon.domain.alert.Alert;
import io.carillon.domain.alert.PostOutcome;
import io.carillon.domain.alert.PostOutcome.Kind;
import io.carillon.domain.alert.Webhook;
import io.carillon.domain.time.TimeSource;
import io.carillon.engine.alert.AlertPost;
import io.carillon.worker.http.CidrBlock;
import io.carillon.worker.http.GuardedPost;
import io.carillon.worker.http.RefusedTargetException;
import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Sends alerts over HTTP, a thread for each that is under way. */
public final class WebhookPost implements AlertPost, AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Duration IDLE = Duration.ofSeconds(30);
    private static final int DETAIL_CHARS_MAX = 300;

    private final GuardedPost http;
    private final TimeSource time;
    private final Duration timeout;
    private final ThreadPoolExecutor threads;

    /**
     * @param allowed loopback and private ranges that may be called
     * @param threadsMax alerts under way at once; more are answered as unreachable
     */
    public WebhookPost(List<CidrBlock> allowed, int threadsMax, TimeSource time) {
        this(allowed, threadsMax, time, TIMEOUT);
    }

    WebhookPost(List<CidrBlock> allowed, int threadsMax, TimeSource time, Duration timeout) {
        this.http = new GuardedPost(allowed);
        this.time = time;
        this.timeout = timeout;
        AtomicInteger number = new AtomicInteger();
        this.threads = new ThreadPoolExecutor(
                0, threadsMax, IDLE.toSeconds(), TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                    Thread thread = new Thread(task, "carillon-alert-" + number.getAndIncrement());
                    thread.setDaemon(true);
                    return thread;
                });
    }

    @Override
    public CompletableFuture<PostOutcome> post(Webhook webhook, Alert alert) {
        try {
            return CompletableFuture.supplyAsync(() -> send(webhook, alert), threads);
        } catch (RejectedExecutionException e) {
            return CompletableFuture.completedFuture(new PostOutcome(Kind.UNREACHABLE, "no thread is free"));
        }
    }

    /** Interrupts what is under way; it is sent again by whoever finds it next. */
    @Override
    public void close() {
        threads.shutdownNow();
    }

    private PostOutcome send(Webhook webhook, Alert alert) {
        String url = Objects.requireNonNull(webhook.url());
        String secret = Objects.requireNonNull(webhook.secret());
        byte[] body = AlertMessage.body(alert);
        long now = time.now().getEpochSecond();
        Map<String, String> headers = Map.of(
                "Content-Type", "application/json",
                "User-Agent", "Carillon",
                "Carillon-Alert-Id", Long.toString(alert.id()),
                "Carillon-Timestamp", Long.toString(now),
                "Carillon-Signature", AlertSignature.of(secret, now, body));
        try {
            int status = http.send(url, headers, body, timeout);
            return status / 100 == 2 ? PostOutcome.taken() : new PostOutcome(Kind.REFUSED, "HTTP " + status);
        } catch (RefusedTargetException e) {
            return unreachable(e.getMessage() + "; carillon.alerts.allow can open loopback and private ranges");
        } catch (HttpTimeoutException e) {
            return new PostOutcome(Kind.SILENT, "no answer within " + timeout.toSeconds() + " s");
        } catch (IOException e) {
            return unreachable(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return unreachable("the member stops");
        }
    }

    /** The message may quote what the other side sent. */
    private static PostOutcome unreachable(String message) {
        String clean = message.replaceAll("\\p{Cntrl}", " ");
        return new PostOutcome(
                Kind.UNREACHABLE, clean.length() > DETAIL_CHARS_MAX ? clean.substring(0, DETAIL_CHARS_MAX) : clean);
    }
}
