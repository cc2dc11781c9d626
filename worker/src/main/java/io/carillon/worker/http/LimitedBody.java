package io.carillon.worker.http;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Keeps the beginning of a response's body; when it has enough, the rest is not read and the connection closed. */
final class LimitedBody implements HttpResponse.BodySubscriber<LimitedBody.Body> {
    private final int bytesMax;
    private final CompletableFuture<Body> body = new CompletableFuture<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private Flow.@Nullable Subscription subscription;

    LimitedBody(int bytesMax) {
        this.bytesMax = bytesMax;
    }

    /** @param cut there was more */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record Body(byte[] bytes, boolean cut) {}

    @Override
    public CompletionStage<Body> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        given.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            if (body.isDone()) {
                return;
            }
            append(buffer);
        }
    }

    private void append(ByteBuffer buffer) {
        byte[] taken = new byte[Math.min(buffer.remaining(), bytesMax - bytes.size())];
        buffer.get(taken);
        bytes.writeBytes(taken);
        if (buffer.hasRemaining()) {
            Flow.Subscription current = subscription;
            if (current != null) {
                current.cancel();
            }
            body.complete(new Body(bytes.toByteArray(), true));
        }
    }

    @Override
    public void onError(Throwable error) {
        body.completeExceptionally(error);
    }

    @Override
    public void onComplete() {
        body.complete(new Body(bytes.toByteArray(), false));
    }
}
