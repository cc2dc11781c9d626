package io.carillon.engine.zone;

import io.carillon.domain.schedule.ZoneBook;
import io.carillon.domain.schedule.Zones;
import io.carillon.domain.store.ZoneStore;
import io.carillon.domain.store.ZoneStore.Standing;
import io.carillon.domain.store.ZoneStore.Tally;
import io.carillon.domain.store.ZoneStore.ZonedJob;
import io.carillon.engine.port.ZonePlans;
import java.time.Duration;
import java.time.Instant;
import java.time.zone.ZoneRules;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The book of zone rules as this member knows it: read from the store, where every member finds the same. The member whose
 * JDK has newer zone data adds an edition at its start; one with older data plans by the book like all others.
 *
 * <p>Before a member serves a shard it has gained, it {@link #refresh}es: whatever edition a former owner wrote into the
 * shard's rows was in the store before the epoch was raised, so it is known then. Thread-safe.
 */
public final class AgreedZones implements Zones, ZonePlans {

    private static final Logger log = LoggerFactory.getLogger(AgreedZones.class);

    /** What was otherwise before is of no interest: longer than readings of a clock may repeat. */
    private static final Duration LOOK_BACK = Duration.ofDays(3);

    private final ZoneStore store;
    private final RuntimeZones runtime;
    private volatile ZoneBook book;
    private volatile Standing standing;
    private volatile boolean suspect;
    private volatile Runnable onChange = () -> {};

    private AgreedZones(ZoneStore store, RuntimeZones runtime, ZoneBook book) {
        this.store = store;
        this.runtime = runtime;
        this.book = book;
        this.standing = new Standing(book.edition(), 0, Tally.NONE);
    }

    /** Reads the book, and adds to it what this member's JDK knows better. */
    public static CompletableFuture<AgreedZones> open(ZoneStore store, RuntimeZones runtime, Instant now) {
        return settled(store, runtime, now).thenApply(book -> {
            if (runtime.version().compareTo(book.version()) < 0) {
                log.warn(
                        "this JDK has tz database {}, the cluster plans by {}: so does this member",
                        runtime.version(),
                        book.version());
            }
            return new AgreedZones(store, runtime, book);
        });
    }

    private static CompletableFuture<ZoneBook> settled(ZoneStore store, RuntimeZones runtime, Instant now) {
        return store.book().thenCompose(found -> {
            if (found.isPresent() && runtime.version().compareTo(found.get().version()) <= 0) {
                return CompletableFuture.completedFuture(found.get());
            }
            Map<String, ZoneRules> changed = found.map(book -> book.changes(runtime.rules(), now.minus(LOOK_BACK)))
                    .orElse(runtime.rules());
            int after = found.map(ZoneBook::edition).orElse(0);
            return store.adopt(after, runtime.version(), changed, now).thenCompose(adopted -> {
                if (adopted) {
                    log.info(
                            "tz database {} adopted after {} edition={} zones_changed={}",
                            runtime.version(),
                            found.map(ZoneBook::version).orElse("none"),
                            after + 1,
                            changed.size());
                }
                // Adopted here or by somebody else: either way there is a book that is no older.
                return settled(store, runtime, now);
            });
        });
    }

    /** Takes in what other members have added; cheap if that is nothing. */
    public CompletableFuture<Void> refresh() {
        return store.edition().thenCompose(newest -> {
            if (newest == book.edition() && !suspect) {
                return CompletableFuture.completedFuture(null);
            }
            return store.book().thenAccept(this::take);
        });
    }

    /** How far the cluster is with the newest edition, as of the last call of {@link #lookAround}. */
    public Standing standing() {
        return standing;
    }

    /** Refreshes, and asks how far the cluster is while it is not done. */
    public CompletableFuture<Void> lookAround() {
        return refresh().thenCompose(done -> {
            boolean neverChanged = standing.edition() == FIRST_EDITION && book.edition() == FIRST_EDITION;
            return neverChanged
                    ? CompletableFuture.completedFuture(null)
                    : store.standing().thenAccept(this::stands);
        });
    }

    /** The store is another one than before: nothing that is known of editions holds. */
    public void forget() {
        suspect = true;
    }

    /** Calls this when the book has changed; on any thread. */
    public void onChange(Runnable hint) {
        onChange = hint;
    }

    public String version() {
        return book.version();
    }

    public String runtimeVersion() {
        return runtime.version();
    }

    /** Whether this member's JDK has older zone data than the cluster plans by. */
    public boolean isBehind() {
        return runtime.version().compareTo(book.version()) < 0;
    }

    @Override
    public int edition() {
        return book.edition();
    }

    @Override
    public int editionOf(String zone) {
        return book.editionOf(zone);
    }

    @Override
    public @Nullable ZoneRules rulesOf(String zone, int edition) {
        return book.rulesOf(zone, edition);
    }

    @Override
    public @Nullable String spellingOf(String text) {
        return book.spellingOf(text);
    }

    @Override
    public CompletableFuture<Map<Integer, Integer>> planned(Set<Integer> shards) {
        return store.planned(shards);
    }

    @Override
    public CompletableFuture<List<ZonedJob>> jobs(int shard, @Nullable ZonedJob after, int limit) {
        return store.jobs(shard, after, limit);
    }

    @Override
    public CompletableFuture<Boolean> finish(int shard, long epoch, int edition, Tally tally, Instant now) {
        return store.finish(shard, epoch, edition, tally, now);
    }

    private void take(Optional<ZoneBook> read) {
        if (read.isEmpty()) {
            log.warn("the store has no rules of time zones any more; those known here stay in force");
            return;
        }
        ZoneBook before = book;
        book = read.get();
        suspect = false;
        onChange.run();
        log.info(
                "rules of time zones taken over edition={} tz_version={} before={}",
                book.edition(),
                book.version(),
                before.version());
    }

    private void stands(Standing now) {
        Standing before = standing;
        standing = now;
        if (before.shardsBehind() > 0 && now.shardsBehind() == 0) {
            log.info(
                    "all jobs are planned by the newest rules of their zones edition={} jobs={} moved={}",
                    now.edition(),
                    now.tally().jobs(),
                    now.tally().moved());
        }
    }
}
