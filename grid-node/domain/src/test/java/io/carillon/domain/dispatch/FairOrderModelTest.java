package io.carillon.domain.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random operations on the fair order and on a slow model that states its rules over plain lists must agree. A failing row
 * names the seed that repeats it.
 */
class FairOrderModelTest {
    private static final long AGING_MICROS = 30_000_000;

    static IntStream seeds() {
        return IntStream.range(0, 100);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void agrees_with_the_rules_stated_plainly(int seed) {
        Run run = new Run(seed);
        for (int i = 0; i < 1_000; i++) {
            run.step();
        }
        run.drain();
    }

    /** What is known of an owner in one capability; kept for as long as the capability has work. */
    private static final class Turn {
        long round;
        int left;
        int punctualInARow;
    }

    /** One capability: everything is looked for by going through the whole list. */
    private static final class Model {
        final Map<String, Integer> weights;
        final List<ReadyEntry<Integer>> entries = new ArrayList<>();
        final Map<String, Turn> turns = new HashMap<>();
        long currentRound;

        Model(Map<String, Integer> weights) {
            this.weights = weights;
        }

        void add(ReadyEntry<Integer> entry) {
            if (of(entry.ownerId()).isEmpty()) {
                Turn turn = turns.computeIfAbsent(entry.ownerId(), ownerId -> {
                    Turn fresh = new Turn();
                    fresh.round = -1;
                    return fresh;
                });
                if (turn.round < currentRound) {
                    turn.round = currentRound;
                    turn.left = weights.getOrDefault(entry.ownerId(), 1);
                }
            }
            entries.add(entry);
        }

        Optional<ReadyEntry<Integer>> next(Predicate<String> mayRun) {
            return turns.keySet().stream()
                    .filter(ownerId -> !of(ownerId).isEmpty())
                    .filter(mayRun)
                    .map(this::headOf)
                    .min(Comparator.<ReadyEntry<Integer>>comparingLong(entry -> turnOf(entry).round)
                            .thenComparing(urgency()));
        }

        void take(ReadyEntry<Integer> entry) {
            Turn turn = turnOf(entry);
            turn.punctualInARow = entry.makesUp() ? 0 : turn.punctualInARow + 1;
            remove(entry);
            currentRound = Math.max(currentRound, turn.round);
            turn.left--;
            if (turn.left == 0) {
                turn.round = Math.max(turn.round + 1, currentRound);
                turn.left = weights.getOrDefault(entry.ownerId(), 1);
            }
        }

        boolean remove(ReadyEntry<Integer> entry) {
            boolean removed = entries.remove(entry);
            if (of(entry.ownerId()).stream().noneMatch(ReadyEntry::makesUp)) {
                turnOf(entry).punctualInARow = 0;
            }
            return removed;
        }

        private Turn turnOf(ReadyEntry<Integer> entry) {
            return Objects.requireNonNull(turns.get(entry.ownerId()));
        }

        private List<ReadyEntry<Integer>> of(String ownerId) {
            return entries.stream()
                    .filter(entry -> entry.ownerId().equals(ownerId))
                    .toList();
        }

        private ReadyEntry<Integer> headOf(String ownerId) {
            Optional<ReadyEntry<Integer>> punctual = headOf(ownerId, false);
            Optional<ReadyEntry<Integer>> other = headOf(ownerId, true);
            boolean otherFirst = punctual.isEmpty() || Objects.requireNonNull(turns.get(ownerId)).punctualInARow >= 15;
            return (otherFirst ? other.or(() -> punctual) : punctual).orElseThrow();
        }

        private Optional<ReadyEntry<Integer>> headOf(String ownerId, boolean makesUp) {
            return IntStream.rangeClosed(0, 9)
                    .mapToObj(priority -> of(ownerId).stream()
                            .filter(entry -> entry.makesUp() == makesUp && entry.priority() == priority)
                            .min(due()))
                    .flatMap(Optional::stream)
                    .min(urgency());
        }

        /** Keys count up as entries are added. */
        private static Comparator<ReadyEntry<Integer>> due() {
            return Comparator.<ReadyEntry<Integer>>comparingLong(ReadyEntry::dueMicros)
                    .thenComparing(ReadyEntry::key);
        }

        private static Comparator<ReadyEntry<Integer>> urgency() {
            return Comparator.<ReadyEntry<Integer>, Boolean>comparing(ReadyEntry::makesUp)
                    .thenComparingLong(entry -> entry.enqueuedMicros() - entry.priority() * AGING_MICROS)
                    .thenComparing(due());
        }
    }

    private static final class Run {
        final SplittableRandom random;
        final FairOrder<Integer> order = new FairOrder<>(Duration.ofSeconds(30));
        final Map<String, Integer> weights = new HashMap<>();
        final Map<Capability, Model> models = new HashMap<>();
        final Set<Integer> waiting = new HashSet<>();
        final int owners;
        final int target;
        int nextKey;

        Run(int seed) {
            random = new SplittableRandom(seed);
            owners = 1 + random.nextInt(8);
            target = 1 + random.nextInt(60);
        }

        void step() {
            int dice = random.nextInt(100);
            if (dice < 3) {
                String ownerId = owner();
                weights.put(ownerId, 1 + random.nextInt(4));
                order.setWeight(ownerId, weights.get(ownerId));
            } else if (dice < 10) {
                remove();
            } else if (dice < (waiting.size() < target ? 70 : 40)) {
                add();
            } else {
                int allowed = random.nextInt(4) == 0 ? random.nextInt(1 << owners) : -1;
                poll(capability(), ownerId -> (allowed >> (ownerId.charAt(0) - 'A') & 1) == 1);
            }
            check();
        }

        void drain() {
            while (!waiting.isEmpty()) {
                poll(order.capabilities().get(0), ownerId -> true);
                check();
            }
            assertThat(order.capabilities()).isEmpty();
        }

        private void add() {
            long due = random.nextLong(200_000_000);
            long enqueued = due + random.nextLong(100) * 1_000_000;
            boolean makesUp = random.nextInt(3) == 0;
            ReadyEntry<Integer> entry =
                    new ReadyEntry<>(nextKey++, owner(), capability(), random.nextInt(10), makesUp, due, enqueued);
            assertThat(order.add(entry)).isTrue();
            assertThat(order.add(entry)).isFalse();
            models.computeIfAbsent(entry.capability(), capability -> new Model(weights))
                    .add(entry);
            waiting.add(entry.key());
        }

        private void remove() {
            if (nextKey == 0) {
                return;
            }
            int key = random.nextInt(nextKey);
            ReadyEntry<Integer> removed = order.remove(key);
            assertThat(removed != null).isEqualTo(waiting.remove(key));
            if (removed != null) {
                assertThat(removed.key()).isEqualTo(key);
                assertThat(modelOf(removed.capability()).remove(removed)).isTrue();
                forgetIfEmpty(removed.capability());
            }
        }

        private void poll(Capability capability, Predicate<String> mayRun) {
            Model model = models.get(capability);
            ReadyEntry<Integer> expected =
                    model == null ? null : model.next(mayRun).orElse(null);
            assertThat(order.peek(capability, mayRun)).isEqualTo(expected);
            assertThat(order.poll(capability, mayRun)).isEqualTo(expected);
            if (expected != null) {
                assertThat(waiting.remove(expected.key())).isTrue();
                modelOf(capability).take(expected);
                forgetIfEmpty(capability);
            }
        }

        private void forgetIfEmpty(Capability capability) {
            if (modelOf(capability).entries.isEmpty()) {
                models.remove(capability);
            }
        }

        private Model modelOf(Capability capability) {
            return Objects.requireNonNull(models.get(capability));
        }

        private void check() {
            assertThat(order.size()).isEqualTo(waiting.size());
            assertThat(order.capabilities()).containsExactlyInAnyOrderElementsOf(models.keySet());
            models.forEach(
                    (capability, model) -> assertThat(order.size(capability)).isEqualTo(model.entries.size()));
        }

        private String owner() {
            return String.valueOf((char) ('A' + random.nextInt(owners)));
        }

        private Capability capability() {
            return new Capability("pool", random.nextInt(3) == 0 ? "print" : "mail");
        }
    }
}
