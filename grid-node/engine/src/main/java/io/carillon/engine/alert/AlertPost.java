package io.carillon.engine.alert;

import io.carillon.domain.alert.Alert;
import io.carillon.domain.alert.PostOutcome;
import io.carillon.domain.alert.Webhook;
import java.util.concurrent.CompletableFuture;

/** Sends an alert. Does not block; answers each call within a minute, and never with an exception. */
@FunctionalInterface
public interface AlertPost {

    /** @param webhook with a URL */
    CompletableFuture<PostOutcome> post(Webhook webhook, Alert alert);
}
