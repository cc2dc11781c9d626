package io.carillon.engine.shard;

import io.carillon.domain.dispatch.FairOrder;
import io.carillon.domain.id.RunId;
import io.carillon.domain.time.Micros;
import io.carillon.domain.wheel.Timer;
import io.carillon.domain.wheel.TimingWheel;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the parts of one loop share. Everything in it but the inbox belongs to the loop's thread. */
final class LoopContext {

    final LoopPorts ports;
    final LoopSettings settings;
    final Inbox inbox = new Inbox();
    final TimingWheel<Alarm> wheel;
    final FairOrder<RunId> ready = new FairOrder<>(FairOrder.AGING_DEFAULT);
    final Map<Integer, ShardState> shards = new HashMap<>();
    final StoreGate gate = new StoreGate();
    final OwnersAtLimit atLimit = new OwnersAtLimit(this);
    final Lanes lanes = new Lanes();

    LoopContext(LoopPorts ports, LoopSettings settings) {
        this.ports = ports;
        this.settings = settings;
        this.wheel = new TimingWheel<>(Micros.of(ports.time().now()));
    }

    Instant now() {
        return ports.time().now();
    }

    UUID newId() {
        return new UUID(ports.time().randomBits(), ports.time().randomBits());
    }

    Timer<Alarm> at(Instant when, Alarm alarm) {
        return wheel.schedule(alarm, Micros.of(when));
    }

    Timer<Alarm> after(Duration delay, Alarm alarm) {
        return at(now().plus(delay), alarm);
    }

    @Nullable
    ShardState activeShard(int shard) {
        ShardState state = shards.get(shard);
        return state != null && state.active() ? state : null;
    }

    List<ShardState> activeShards() {
        return shards.values().stream().filter(ShardState::active).toList();
    }

    /**
     * Asks a port, and brings its answer back to the loop's thread; exactly one of value and error is not null. A port
     * that throws instead of answering has failed like any other: whoever asked must hear of it, or would wait for ever.
     */
    @SuppressWarnings("FutureReturnValueIgnored") // the error goes to the loop as well
    <T> void ask(Supplier<CompletableFuture<T>> question, BiConsumer<@Nullable T, @Nullable Throwable> then) {
        CompletableFuture<T> answer;
        try {
            answer = question.get();
        } catch (RuntimeException e) {
            answer = CompletableFuture.failedFuture(e);
        }
        answer.whenComplete((value, error) -> inbox.add(() -> then.accept(value, error)));
    }
}
