package io.carillon.engine.grid.cp;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceNotActiveException;
import io.carillon.domain.time.TimeSource;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs on every member and keeps the CP group whole: a member that was restarted is not one of it again by itself, and with
 * two lost the group is lost. Its one thread may wait; nobody waits for it.
 */
public final class CpSupervisor implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(CpSupervisor.class);

    private static final Duration STEP_PATIENCE = Duration.ofSeconds(30);

    private final CpSettings settings;
    private final CpLook look;
    private final CpPolicy policy;
    private final CpMeters meters;
    private final TimeSource time;
    private final BooleanSupplier mayAct;
    private final ScheduledExecutorService thread;
    private volatile CpView view;

    /**
     * @param operation one on the counter of tokens, that must succeed
     * @param mayAct false on the smaller side of a split
     */
    public CpSupervisor(
            HazelcastInstance grid,
            CpSettings settings,
            Supplier<? extends CompletionStage<?>> operation,
            BooleanSupplier mayAct,
            TimeSource time,
            MeterRegistry registry) {
        this.settings = settings;
        this.look = new CpLook(grid, settings, operation);
        this.policy = new CpPolicy(settings.resetAfter());
        this.view = CpView.silent(settings.seats(), false);
        this.meters = new CpMeters(registry, this::view);
        this.time = time;
        this.mayAct = mayAct;
        this.thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread supervisor = new Thread(task, "carillon-cp-supervisor");
            supervisor.setDaemon(true);
            return supervisor;
        });
    }

    /** Without a group there is nothing to do. */
    public void start() {
        if (settings.seats() > 0) {
            var unused = thread.scheduleWithFixedDelay(
                    this::step, 0, settings.lookEvery().toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /** As of the last look; never waits. */
    public CpView view() {
        return view;
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }

    private void step() {
        try {
            CpView seen = look.look();
            tell(view, seen);
            view = seen;
            boolean next = seen.settled() && seen.members() < seen.seats() && look.isNext();
            boolean mayReset = !seen.answering()
                    && mayAct.getAsBoolean()
                    && look.clusterSize() >= settings.seats()
                    && look.isOldest();
            take(policy.after(seen, next, mayReset, time.nanos()), seen);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (HazelcastInstanceNotActiveException e) {
            log.debug("no look at the CP group, the grid has ended", e);
        } catch (ExecutionException | TimeoutException e) {
            log.warn("a step for the CP group failed, looking again: {}", e.toString());
        } catch (RuntimeException e) {
            log.error("the CP group cannot be looked after, trying again", e);
        }
    }

    private void take(CpStep step, CpView seen) throws InterruptedException, ExecutionException, TimeoutException {
        switch (step) {
            case NOTHING -> log.trace("nothing to do for the CP group");
            case REMOVE_GHOST -> {
                if (seen.ghost() != null) {
                    CpLook.answer(look.management().removeCPMember(seen.ghost()), STEP_PATIENCE);
                    meters.removed();
                    log.info("the seat of this member's predecessor in the CP group was given up");
                }
            }
            case PROMOTE -> {
                CpLook.answer(look.management().promoteToCPMember(), STEP_PATIENCE);
                meters.promoted();
                log.info("this member took an empty seat in the CP group");
            }
            case RESET -> {
                log.warn("the CP group has lost its majority and begins anew; the floor keeps tokens rising");
                CpLook.answer(look.management().reset(), STEP_PATIENCE);
                meters.reset();
            }
        }
    }

    private static void tell(CpView before, CpView now) {
        if (now.whole() && !before.whole()) {
            log.info("the CP group is whole members={}", now.members());
        } else if (before.whole() && !now.whole()) {
            log.warn("the CP group is not whole: {}", now);
        }
    }
}
