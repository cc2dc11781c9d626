package io.carillon.engine.testkit;

import io.carillon.domain.job.Job;
import io.carillon.domain.schedule.ScheduleSpec.Cron;
import io.carillon.domain.schedule.ZoneBook;
import io.carillon.domain.schedule.ZoneBook.Entry;
import io.carillon.domain.schedule.Zones;
import io.carillon.domain.store.StoreUnavailableException;
import io.carillon.domain.store.ZoneStore;
import java.time.Instant;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Editions of zone rules beside {@link Rows}; answers at once. */
public final class MemoryZones implements ZoneStore {

    private final Rows rows;
    private final List<Entry> entries = new ArrayList<>();
    private final Map<Integer, Map<Integer, Tally>> finished = new TreeMap<>();
    private int edition;
    private String version = "";
    private boolean away;

    public MemoryZones(Rows rows) {
        this.rows = rows;
    }

    /** While it is away every call fails. */
    public void away(boolean value) {
        away = value;
    }

    /** What was noted for the shards that an edition is done with. */
    public Map<Integer, Tally> finished(int asOf) {
        return finished.getOrDefault(asOf, Map.of());
    }

    @Override
    public CompletableFuture<Optional<ZoneBook>> book() {
        return answer(edition == 0 ? Optional.empty() : Optional.of(new ZoneBook(edition, version, entries)));
    }

    @Override
    public CompletableFuture<Integer> edition() {
        return answer(edition);
    }

    @Override
    public CompletableFuture<Boolean> adopt(int after, String newer, Map<String, ZoneRules> changed, Instant now) {
        if (away || after != edition) {
            return answer(false);
        }
        edition++;
        version = newer;
        changed.forEach((zone, rules) -> entries.add(new Entry(zone, edition, rules)));
        return answer(true);
    }

    @Override
    public CompletableFuture<Map<Integer, Integer>> planned(Set<Integer> shards) {
        Map<Integer, Integer> editions = new TreeMap<>();
        finished.forEach((done, tallies) -> tallies.keySet().forEach(shard -> editions.merge(shard, done, Math::max)));
        editions.keySet().retainAll(shards);
        return answer(editions);
    }

    @Override
    public CompletableFuture<List<ZonedJob>> jobs(int shard, @Nullable ZonedJob after, int limit) {
        Comparator<ZonedJob> order = Comparator.comparing(ZonedJob::nextDueAt)
                .thenComparing(job -> job.id().value());
        return answer(rows.jobs().stream()
                .filter(job -> job.shard() == shard && job.nextDueAt() != null)
                .map(MemoryZones::zoned)
                .filter(job -> after == null || order.compare(job, after) > 0)
                .sorted(order)
                .limit(limit)
                .collect(Collectors.toList()));
    }

    @Override
    public CompletableFuture<Boolean> finish(int shard, long epoch, int done, Tally tally, Instant now) {
        boolean noted = rows.epochs()[shard] == epoch
                && finished.computeIfAbsent(done, any -> new TreeMap<>()).putIfAbsent(shard, tally) == null;
        return answer(noted);
    }

    @Override
    public CompletableFuture<Standing> standing() {
        Tally sum = finished(edition).values().stream().reduce(Tally.NONE, Tally::plus);
        int behind = edition == Zones.FIRST_EDITION
                ? 0
                : rows.epochs().length - finished(edition).size();
        return answer(new Standing(edition, behind, sum));
    }

    private static ZonedJob zoned(Job job) {
        Instant due = Objects.requireNonNull(job.nextDueAt());
        return job.definition().schedule() instanceof Cron cron
                ? new ZonedJob(job.id(), due, cron.timeZone(), cron.zoneEdition())
                : new ZonedJob(job.id(), due, "", Zones.FIRST_EDITION);
    }

    private <T> CompletableFuture<T> answer(T value) {
        return away
                ? CompletableFuture.failedFuture(new StoreUnavailableException("away", new Exception("told to")))
                : CompletableFuture.completedFuture(value);
    }
}
