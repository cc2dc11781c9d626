package io.carillon.engine.alert;

import io.carillon.domain.alert.Alert;
import io.carillon.domain.alert.PostOutcome;
import io.carillon.domain.alert.PostOutcome.Kind;
import io.carillon.domain.alert.Webhook;
import io.carillon.engine.testkit.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Owners' endpoints on virtual time, each behaving as the test says. */
final class Endpoints implements AlertPost {

    enum Manner {
        /** Takes what it is sent after 50 ms. */
        WELL(Kind.TAKEN, Duration.ofMillis(50)),
        REFUSES(Kind.REFUSED, Duration.ofMillis(50)),
        DOWN(Kind.UNREACHABLE, Duration.ofMillis(1)),
        HANGS(Kind.SILENT, Duration.ofSeconds(10));

        private final Kind kind;
        private final Duration after;

        Manner(Kind kind, Duration after) {
            this.kind = kind;
            this.after = after;
        }
    }

    record Post(String owner, long alert, Instant at) {}

    final Map<String, Manner> manners = new HashMap<>();
    /** Those that an endpoint has answered well. */
    final List<Post> taken = new ArrayList<>();

    final List<Post> posts = new ArrayList<>();
    /** Alerts that any endpoint refuses, whatever its manner. */
    final List<Long> poison = new ArrayList<>();

    int underWay;
    int underWayMax;
    private final VirtualTime time;

    Endpoints(VirtualTime time) {
        this.time = time;
    }

    long postsTo(String owner) {
        return posts.stream().filter(post -> post.owner().equals(owner)).count();
    }

    long takenBy(String owner) {
        return taken.stream().filter(post -> post.owner().equals(owner)).count();
    }

    @Override
    public CompletableFuture<PostOutcome> post(Webhook webhook, Alert alert) {
        Manner manner =
                poison.contains(alert.id()) ? Manner.REFUSES : manners.getOrDefault(webhook.ownerId(), Manner.WELL);
        Post post = new Post(webhook.ownerId(), alert.id(), time.peek());
        posts.add(post);
        underWay++;
        underWayMax = Math.max(underWayMax, underWay);
        CompletableFuture<PostOutcome> answer = new CompletableFuture<>();
        time.after(manner.after, () -> {
            underWay--;
            if (manner.kind == Kind.TAKEN) {
                taken.add(post);
            }
            answer.complete(new PostOutcome(manner.kind, manner.name()));
        });
        return answer;
    }
}
