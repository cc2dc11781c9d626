package io.carillon.engine.gateway;

import static io.carillon.engine.gateway.Made.held;
import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.dispatch.Capability;
import io.carillon.engine.port.WorkerGroup;
import io.carillon.engine.port.WorkerSlot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random histories against a model that counts by itself: no slot is lost, none is given twice. */
class SlotBookModelTest {

    private static final List<String> HANDLERS = List.of("a", "b", "c", "d");
    private static final int STEPS = 20_000;

    private static final class Model {
        final SessionSlots session;
        int slots;
        boolean draining;
        int reserved;
        final Map<Integer, Long> held = new HashMap<>();

        Model(SessionSlots session) {
            this.session = session;
            this.slots = session.profile().slots();
        }

        int free() {
            return draining ? 0 : Math.max(0, slots - reserved - held.size());
        }
    }

    private final SlotBook book = new SlotBook(capability -> false);
    private final Map<Long, Model> models = new HashMap<>();
    private final List<WorkerSlot> reserved = new ArrayList<>();
    private final Set<Capability> waiting = new HashSet<>();
    private long lastSession;
    private long lastToken;
    private int lastRun;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 20_260_301})
    void slots_are_never_negative_nor_too_many(long seed) {
        SplittableRandom chance = new SplittableRandom(seed);
        for (int step = 0; step < STEPS; step++) {
            int what = chance.nextInt(100);
            if (what < 4) {
                open(chance);
            } else if (what < 6) {
                close(chance);
            } else if (what < 7) {
                drain(chance);
            } else if (what < 10) {
                capacity(chance);
            } else if (what < 40) {
                reserve(chance);
            } else if (what < 50) {
                release(chance);
            } else if (what < 72) {
                assign(chance);
            } else if (what < 97) {
                end(chance);
            } else {
                adopt(chance);
            }
            check("seed " + seed + ", step " + step);
        }
        assertThat(lastToken).as("attempts made").isGreaterThan(1_000);
    }

    private void open(SplittableRandom chance) {
        // Few worker ids, so that some replace their own older session.
        String worker = "w" + chance.nextInt(12);
        Set<String> handlers = new HashSet<>();
        HANDLERS.stream().filter(handler -> chance.nextInt(3) == 0).forEach(handlers::add);
        WorkerProfile profile =
                new WorkerProfile(worker, "default", handlers, chance.nextInt(4) == 0, 1 + chance.nextInt(5));
        SessionSlots session = new SessionSlots(++lastSession, profile, new RecordedPush(), Instant.EPOCH);
        Model model = new Model(session);
        List<HeldRun> carried = new ArrayList<>();
        for (int n = chance.nextInt(3); n > 0; n--) {
            int run = ++lastRun;
            carried.add(held(run, ++lastToken));
            model.held.put(run, lastToken);
        }
        SessionSlots older = book.open(session, carried);
        if (older != null) {
            models.remove(older.id());
        }
        models.put(session.id(), model);
    }

    private void close(SplittableRandom chance) {
        Model model = any(chance);
        if (model != null) {
            book.close(model.session.id());
            models.remove(model.session.id());
        }
    }

    private void drain(SplittableRandom chance) {
        Model model = any(chance);
        if (model != null) {
            book.drain(model.session.id());
            model.draining = true;
        }
    }

    private void capacity(SplittableRandom chance) {
        Model model = any(chance);
        if (model != null) {
            model.slots = chance.nextInt(model.session.profile().slots() + 1);
            book.capacity(model.session, model.slots);
        }
    }

    private void reserve(SplittableRandom chance) {
        Capability capability = new Capability("default", HANDLERS.get(chance.nextInt(HANDLERS.size())));
        int most = 1 + chance.nextInt(6);
        List<WorkerSlot> got = book.reserve(capability, most);
        assertThat(got).hasSize(Math.min(most, freeFor(capability)));
        for (WorkerSlot slot : got) {
            Model model = modelOf(slot.sessionId());
            assertThat(able(capability)).contains(model);
            model.reserved++;
        }
        reserved.addAll(got);
        if (got.size() < most) {
            waiting.add(capability);
        }
    }

    private void release(SplittableRandom chance) {
        WorkerSlot slot = takeReserved(chance);
        if (slot != null) {
            book.release(slot);
            Model model = models.get(slot.sessionId());
            if (model != null) {
                model.reserved--;
            }
        }
    }

    private void assign(SplittableRandom chance) {
        WorkerSlot slot = takeReserved(chance);
        if (slot == null) {
            return;
        }
        SessionSlots session = book.session(slot.sessionId());
        Model model = models.get(slot.sessionId());
        assertThat(session == null).isEqualTo(model == null);
        if (session != null && model != null) {
            // Sometimes the same run again, under a newer token.
            int run = !model.held.isEmpty() && chance.nextInt(10) == 0
                    ? model.held.keySet().iterator().next()
                    : ++lastRun;
            book.assign(session, held(run, ++lastToken));
            model.reserved--;
            model.held.put(run, lastToken);
        }
    }

    private void end(SplittableRandom chance) {
        Model model = any(chance);
        if (model == null || model.held.isEmpty()) {
            return;
        }
        int run = model.held.keySet().iterator().next();
        long token = modelToken(model, run);
        boolean stale = chance.nextInt(5) == 0;
        boolean ended = book.end(model.session, held(run, stale ? token - 1 : token));
        assertThat(ended).isEqualTo(!stale);
        if (ended) {
            model.held.remove(run);
        }
    }

    private void adopt(SplittableRandom chance) {
        Model model = any(chance);
        if (model != null) {
            int run = ++lastRun;
            book.adopt(model.session, held(run, ++lastToken));
            model.held.put(run, lastToken);
        }
    }

    private void check(String when) {
        for (Model model : models.values()) {
            assertThat(model.session.free()).as(when).isEqualTo(model.free()).isBetween(0, model.slots);
            assertThat(model.session.heldCount()).as(when).isEqualTo(model.held.size());
        }
        assertThat(book.groups().stream().mapToInt(WorkerGroup::free).sum())
                .as(when)
                .isEqualTo(models.values().stream().mapToInt(Model::free).sum());
        Set<Capability> servable = book.takeServable();
        assertThat(waiting).as(when).containsAll(servable);
        waiting.removeAll(servable);
        for (Capability capability : waiting) {
            assertThat(freeFor(capability))
                    .as("%s: untold of %s", when, capability)
                    .isZero();
        }
    }

    private int freeFor(Capability capability) {
        return able(capability).stream().mapToInt(Model::free).sum();
    }

    private List<Model> able(Capability capability) {
        List<Model> registered = models.values().stream()
                .filter(model -> model.session.profile().handlers().contains(capability.handler()))
                .toList();
        return !registered.isEmpty()
                ? registered
                : models.values().stream()
                        .filter(model -> model.session.profile().anyHandler())
                        .toList();
    }

    private @Nullable Model any(SplittableRandom chance) {
        List<Model> all = List.copyOf(models.values());
        return all.isEmpty() ? null : all.get(chance.nextInt(all.size()));
    }

    private @Nullable WorkerSlot takeReserved(SplittableRandom chance) {
        return reserved.isEmpty() ? null : reserved.remove(chance.nextInt(reserved.size()));
    }

    private Model modelOf(long sessionId) {
        Model model = models.get(sessionId);
        assertThat(model).as("session %s", sessionId).isNotNull();
        return Objects.requireNonNull(model);
    }

    private static long modelToken(Model model, int run) {
        return Objects.requireNonNull(model.held.get(run));
    }
}
