package io.carillon.worker.http;

import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** Is there as soon as the head of the answer is; what follows is not waited for, and the connection closed. */
final class UnreadBody implements HttpResponse.BodySubscriber<Boolean> {

    @Override
    public CompletionStage<Boolean> getBody() {
        return CompletableFuture.completedFuture(true);
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        subscription.cancel();
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {}

    @Override
    public void onError(Throwable error) {}

    @Override
    public void onComplete() {}
}
