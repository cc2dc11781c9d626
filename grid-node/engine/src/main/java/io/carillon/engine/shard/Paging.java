package io.carillon.engine.shard;

import io.carillon.domain.dispatch.Capability;
import io.carillon.domain.dispatch.FairOrder;
import io.carillon.domain.id.RunId;
import io.carillon.domain.store.LanePage;
import io.carillon.domain.store.LanePlace;
import io.carillon.domain.store.LiveRun;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Keeps the number of waiting runs in memory within its bound, and reads from the store what can run.
 *
 * <p>Lanes that no connected worker can serve give way first, the longest first; then those that have more than an equal share of
 * the room, so that an endless backlog takes nothing away from others. A lane gives up its last runs. What comes to it after
 * those stays in the store as well, until the lane has workers and is short of runs: then the next ones are read, a page for many
 * lanes in one statement.
 */
final class Paging {

    private static final Duration EVERY = Duration.ofMillis(100);

    /** A lane is read from its beginning now and then: whatever was missed, this finds it. */
    private static final Duration FROM_THE_BEGINNING_EVERY = Duration.ofMinutes(5);

    /** Runs that it is too late to start are looked for so often in lanes that are not read otherwise. */
    private static final Duration EXPIRY_EVERY = Duration.ofSeconds(5);

    private static final Duration COUNT_EVERY = Duration.ofSeconds(30);

    /** Counting costs no more than this part of the time. */
    private static final int COUNT_PART = 50;

    private static final int PAGE_MAX = 2_000;
    private static final int LANES_A_READING = 16;

    /** A lane gives up this part of its runs at least, so that it is seldom looked through. */
    private static final int GIVEN_UP_PART = 8;

    private final LoopContext loop;
    private final LiveRuns runs;
    private final RunWrites writes;
    private final int waitingMax;
    private boolean watching;
    private boolean reading;
    private Instant expiryAt = Instant.MIN;
    private Instant fromTheBeginningAt = Instant.MAX;
    private Instant countAt = Instant.MIN;

    Paging(LoopContext loop, LiveRuns runs, RunWrites writes) {
        this.loop = loop;
        this.runs = runs;
        this.writes = writes;
        this.waitingMax = loop.settings.bounds().waitingMax();
    }

    /** To be called with every turn: what is too much leaves, and a lane that goes on in the store is watched. */
    void turn() {
        if (loop.lanes.waiting() > waitingMax) {
            makeRoom();
        }
        if (!watching && loop.lanes.anyPartial()) {
            watching = true;
            fromTheBeginningAt = loop.now().plus(FROM_THE_BEGINNING_EVERY);
            look(loop.now());
        }
    }

    private void look(Instant now) {
        if (!loop.lanes.anyPartial()) {
            watching = false;
            return;
        }
        loop.after(EVERY, this::look);
        if (!now.isBefore(fromTheBeginningAt)) {
            fromTheBeginningAt = now.plus(FROM_THE_BEGINNING_EVERY);
            loop.lanes.partial().forEach(loop.lanes::fromTheBeginning);
        }
        count(now);
        readNext(now);
    }

    // ---- out
    // ----------------------------------------------------------------------------------------------------------

    private void makeRoom() {
        Map<Capability, Boolean> served = new HashMap<>();
        List<WaitingLane> dead = new ArrayList<>();
        List<WaitingLane> living = new ArrayList<>();
        for (WaitingLane lane : loop.lanes.all()) {
            (isServed(lane, served) ? living : dead).add(lane);
        }
        Comparator<WaitingLane> longestFirst =
                Comparator.comparingInt(WaitingLane::size).reversed().thenComparingLong(lane -> lane.id);
        dead.sort(longestFirst);
        giveUp(dead, 0);
        living.sort(longestFirst);
        giveUp(living, share(living.size()));
        // More lanes than room.
        giveUp(living, 0);
    }

    /** @param share what each may keep */
    private void giveUp(List<WaitingLane> longestFirst, int share) {
        for (WaitingLane lane : longestFirst) {
            int excess = loop.lanes.waiting() - waitingMax;
            if (excess <= 0) {
                return;
            }
            int most = lane.size() - share;
            if (most > 0) {
                giveUp(lane, Math.min(most, Math.max(excess, lane.size() / GIVEN_UP_PART)));
            }
        }
    }

    /** The last ones of the lane; less than so many if some must stay. */
    private void giveUp(WaitingLane lane, int count) {
        List<RunSlot> last = lane.slots().stream()
                .filter(Paging::mayLeave)
                .sorted(Comparator.comparing((RunSlot slot) -> LanePlace.of(slot.run))
                        .reversed())
                .limit(count)
                .toList();
        if (last.isEmpty()) {
            return;
        }
        // Before they go: a lane without runs is forgotten.
        lane.cold(LanePlace.of(last.get(last.size() - 1).run));
        lane.heldPassedOver |= last.stream().anyMatch(slot -> slot.held);
        loop.lanes.changed(lane);
        loop.lanes.setBeyond(lane, lane.beyond + last.size());
        for (RunSlot slot : last) {
            slot.shard.outOfMemory(slot.run);
            runs.forget(slot);
        }
        loop.ports.store().forget(last.stream().map(slot -> slot.run).toList());
    }

    /** What only memory knows of a run, or is about to do with it, keeps it. */
    static boolean mayLeave(RunSlot slot) {
        return slot.isWaiting()
                && !slot.busy
                && slot.handedTo == null
                && !slot.jobDeleted
                && slot.line.size() == 0
                && slot.rejections.none()
                && slot.unheard.none();
    }

    // ---- in
    // -----------------------------------------------------------------------------------------------------------

    private void readNext(Instant now) {
        Set<Integer> shards = ShardState.numbersOf(loop.activeShards());
        if (reading || shards.isEmpty() || !loop.gate.open(now)) {
            return;
        }
        Map<Capability, Boolean> served = new HashMap<>();
        int living = 0;
        int livingWaiting = 0;
        for (WaitingLane lane : loop.lanes.all()) {
            if (isServed(lane, served)) {
                living++;
                livingWaiting += lane.size();
            }
        }
        int page = Math.max(1, Math.min(PAGE_MAX, share(living) / 2));
        // What expires is written at once.
        boolean expiry = !now.isBefore(expiryAt)
                && writes.waiting() < loop.settings.bounds().batchMax();
        List<WaitingLane> wanted = new ArrayList<>();
        List<WaitingLane> expiring = new ArrayList<>();
        for (WaitingLane lane : loop.lanes.partial()) {
            if (lane.isCold()) {
                if (isServed(lane, served) && isShort(lane, page / 2, now)) {
                    wanted.add(lane);
                } else if (expiry && lane.coldFrom().compareTo(tooLateBefore(lane, now)) < 0) {
                    expiring.add(lane);
                }
            }
        }
        if (expiry) {
            // As many readings as it takes for each lane to have its turn in time, whose run is late for longest first.
            int readings = Math.max(1, (expiring.size() + LANES_A_READING - 1) / LANES_A_READING);
            expiryAt = now.plus(EXPIRY_EVERY.dividedBy(readings));
            expiring.sort(Comparator.comparing(Paging::expiresAt).thenComparingLong(lane -> lane.id));
        }
        // With more lanes than room each has a run at most, and the others wait for theirs to go.
        int most = living * (long) page <= waitingMax ? LANES_A_READING : Math.max(0, waitingMax - livingWaiting);
        wanted.sort(Comparator.comparingInt(WaitingLane::size)
                .thenComparing(Paging::rank)
                .thenComparingLong(lane -> lane.id));
        List<LanePage> pages = new ArrayList<>();
        List<WaitingLane> lanes = new ArrayList<>();
        for (WaitingLane lane : wanted.subList(0, Math.min(wanted.size(), Math.min(most, LANES_A_READING)))) {
            lanes.add(lane);
            pages.add(new LanePage(lane.id, lane.coldFrom(), LanePlace.END));
        }
        for (WaitingLane lane : expiring.subList(0, Math.min(expiring.size(), LANES_A_READING))) {
            lanes.add(lane);
            pages.add(new LanePage(lane.id, lane.coldFrom(), tooLateBefore(lane, now)));
        }
        if (!lanes.isEmpty()) {
            read(shards, lanes, pages, page);
        }
    }

    private void read(Set<Integer> shards, List<WaitingLane> lanes, List<LanePage> pages, int limit) {
        reading = true;
        lanes.forEach(WaitingLane::readingBegins);
        loop.ask(() -> loop.ports.store().loadWaiting(shards, pages, limit), (found, error) -> {
            reading = false;
            if (found == null) {
                loop.ports.events().storeUnavailable();
                loop.gate.failed(loop.now());
                lanes.forEach(lane -> lane.readingEnds(null));
                return;
            }
            loop.gate.answered();
            Map<Long, List<LiveRun>> byLane = found.stream().collect(Collectors.groupingBy(LiveRun::lane));
            for (int i = 0; i < lanes.size(); i++) {
                take(
                        lanes.get(i),
                        pages.get(i),
                        byLane.getOrDefault(pages.get(i).lane(), List.of()),
                        limit);
            }
            if (loop.lanes.waiting() > waitingMax) {
                makeRoom();
            }
            readNext(loop.now());
        });
    }

    private void take(WaitingLane lane, LanePage page, List<LiveRun> rows, int limit) {
        LanePlace to = page.to();
        if (rows.size() >= limit) {
            to = LanePlace.of(rows.get(rows.size() - 1).run()).next();
            // There may be more that expires.
            expiryAt = Instant.MIN;
        }
        Set<RunId> gone = lane.readingEnds(to);
        int came = 0;
        for (LiveRun row : rows) {
            RunId id = row.run().id();
            ShardState shard = loop.activeShard(row.run().shard());
            if (shard == null || shard.runs.containsKey(id) || gone.contains(id)) {
                continue;
            }
            if (row.jobHeld() || shard.heldJobs.contains(row.run().jobId())) {
                lane.heldPassedOver = true;
            } else {
                loop.lanes.setBeyond(lane, lane.beyond - 1);
                shard.intoMemory(row.run());
                runs.comesIn(shard, row);
                came++;
            }
        }
        if (came > 0) {
            loop.ports.events().pagedIn(came);
        }
        loop.lanes.changed(lane);
    }

    /** Whether it goes on in the store with runs that may start, and has no more than so many in memory that may. */
    private static boolean isShort(WaitingLane lane, int few, Instant now) {
        return lane.size() <= few
                || (!lane.coldFrom().eligibleAt().isAfter(now)
                        && lane.slots().stream()
                                        .filter(slot -> !slot.run.eligibleAt().isAfter(now))
                                        .limit(few + 1L)
                                        .count()
                                <= few);
    }

    /** A run of this lane that may start before this place has not been started in time. */
    private static LanePlace tooLateBefore(WaitingLane lane, Instant now) {
        Duration startBefore = lane.lane.startBefore();
        return startBefore == null ? LanePlace.FIRST : LanePlace.before(now.minus(startBefore));
    }

    /** When the run with which the lane goes on is too late; the lane must have a limit. */
    private static Instant expiresAt(WaitingLane lane) {
        Duration startBefore = lane.lane.startBefore();
        return startBefore == null ? Instant.MAX : lane.coldFrom().eligibleAt().plus(startBefore);
    }

    /** As {@link FairOrder} ranks the run with which the lane goes on. */
    private static Instant rank(WaitingLane lane) {
        return lane.coldFrom().eligibleAt().minus(FairOrder.AGING_DEFAULT.multipliedBy(lane.lane.priority()));
    }

    private int share(int living) {
        return Math.max(1, waitingMax / Math.max(1, living));
    }

    private boolean isServed(WaitingLane lane, Map<Capability, Boolean> known) {
        return known.computeIfAbsent(
                lane.lane.capability(), capability -> loop.ports.handOff().anyWorkerFor(capability));
    }

    // ---- how many
    // -----------------------------------------------------------------------------------------------------

    private void count(Instant now) {
        if (now.isBefore(countAt) || !loop.gate.open(now)) {
            return;
        }
        countAt = Instant.MAX;
        Set<Integer> shards = ShardState.numbersOf(loop.activeShards());
        Set<Long> lanes = loop.lanes.partialIds();
        loop.ask(() -> loop.ports.store().countLive(shards, lanes), (found, error) -> {
            Duration took = Duration.between(now, loop.now());
            Duration pause = took.multipliedBy(COUNT_PART);
            countAt = loop.now().plus(pause.compareTo(COUNT_EVERY) > 0 ? pause : COUNT_EVERY);
            if (found != null) {
                counted(found, lanes);
            }
        });
    }

    private void counted(Map<Long, Long> found, Set<Long> lanes) {
        for (WaitingLane lane : loop.lanes.partial()) {
            if (lanes.contains(lane.id)) {
                loop.lanes.setBeyond(lane, found.getOrDefault(lane.id, 0L) - lane.size());
            }
        }
    }
}
