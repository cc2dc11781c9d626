package io.carillon.engine.grid.route;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.ExecutionCallback;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.IExecutorService;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Mail between members: handed over by a task that only enqueues, so that nothing waits on a thread of the grid. A
 * delivery is acknowledged when it is in the other member's hands; answers come as mail of their own.
 */
final class MemberMailbox {

    static final String EXECUTOR = "carillon-mail";

    private static final String CONTEXT_KEY = "carillon.mailbox";

    private final HazelcastInstance grid;
    private final IExecutorService executor;
    private final Consumer<Mail> receiver;

    /** @param receiver gets arriving mail, on one thread of the grid's; must not block */
    MemberMailbox(HazelcastInstance grid, Consumer<Mail> receiver) {
        this.grid = grid;
        this.executor = grid.getExecutorService(EXECUTOR);
        this.receiver = receiver;
    }

    static Optional<MemberMailbox> of(HazelcastInstance grid) {
        return Optional.ofNullable((MemberMailbox) grid.getUserContext().get(CONTEXT_KEY));
    }

    void open() {
        grid.getUserContext().put(CONTEXT_KEY, this);
    }

    void close() {
        grid.getUserContext().remove(CONTEXT_KEY, this);
    }

    boolean take(Mail mail) {
        receiver.accept(mail);
        return true;
    }

    /** Completes with false if the member is there but not ready; fails if the mail may not have arrived. */
    CompletableFuture<Boolean> send(Member to, Mail mail) {
        CompletableFuture<Boolean> arrived = new CompletableFuture<>();
        executor.submitToMember(new Delivery(mail), to, new ExecutionCallback<Boolean>() {
            @Override
            public void onResponse(Boolean taken) {
                arrived.complete(taken);
            }

            @Override
            public void onFailure(Throwable error) {
                arrived.completeExceptionally(error);
            }
        });
        return arrived;
    }
}
