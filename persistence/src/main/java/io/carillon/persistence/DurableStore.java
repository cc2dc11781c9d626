package io.carillon.persistence;

import io.carillon.domain.job.JobDefinition;
import io.carillon.domain.store.AlertStore;
import io.carillon.domain.store.ApiKeys;
import io.carillon.domain.store.AuditLog;
import io.carillon.domain.store.ClusterStore;
import io.carillon.domain.store.DeadLetters;
import io.carillon.domain.store.Duties;
import io.carillon.domain.store.FenceStore;
import io.carillon.domain.store.ForecastStore;
import io.carillon.domain.store.LedgerStore;
import io.carillon.domain.store.OwnerQuotas;
import io.carillon.domain.store.Queries;
import io.carillon.domain.store.RedriveStore;
import io.carillon.domain.store.ShardStore;
import io.carillon.domain.store.StoreUnavailableException;
import io.carillon.domain.store.Webhooks;
import io.carillon.domain.store.ZoneStore;
import io.carillon.domain.time.ReferenceClock;
import io.carillon.domain.time.TimeSource;
import io.carillon.persistence.commit.CommitObserver;
import io.carillon.persistence.commit.GroupCommitter;
import io.carillon.persistence.commit.NoteWriter;
import io.carillon.persistence.jdbc.LentPool;
import io.carillon.persistence.jdbc.Pools;
import io.carillon.persistence.jdbc.SqlFault;
import io.carillon.persistence.jdbc.StoreIdentity;
import io.carillon.persistence.jdbc.StoreLineage;
import io.carillon.persistence.jdbc.StoreSettings;
import io.carillon.persistence.keyed.PgKeyedCalls;
import io.carillon.persistence.outbox.PgAlertStore;
import io.carillon.persistence.outbox.PgApiKeys;
import io.carillon.persistence.outbox.PgAuditLog;
import io.carillon.persistence.outbox.PgDuties;
import io.carillon.persistence.outbox.PgOwnerQuotas;
import io.carillon.persistence.outbox.PgRedriveStore;
import io.carillon.persistence.outbox.PgWebhooks;
import io.carillon.persistence.read.PgClusterStore;
import io.carillon.persistence.read.PgDeadLetters;
import io.carillon.persistence.read.PgFenceStore;
import io.carillon.persistence.read.PgForecastStore;
import io.carillon.persistence.read.PgLedgerStore;
import io.carillon.persistence.read.PgNoteStore;
import io.carillon.persistence.read.PgQueries;
import io.carillon.persistence.read.PgReferenceClock;
import io.carillon.persistence.read.PgShardStore;
import io.carillon.persistence.read.PgZoneStore;
import io.carillon.persistence.read.Reader;
import io.carillon.persistence.schema.Schema;
import io.carillon.persistence.schema.ServerCheck;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Predicate;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A member's durable store: pools, writers and readers of one database, opened and closed together.
 *
 * <p>In three steps, since the clock that the writers measure with is disciplined by the database's own: open, migrate,
 * start writing. Opening needs no database; what is asked of one that is away fails with {@link
 * io.carillon.domain.store.StoreUnavailableException}, and works again when it is back.
 */
public final class DurableStore implements AutoCloseable {

    private final StoreSettings settings;
    private final Pools pools;
    private final Reader reader;

    private DurableStore(StoreSettings settings, Pools pools, Reader reader) {
        this.settings = settings;
        this.pools = pools;
        this.reader = reader;
    }

    /** @throws StoreUnavailableException if the pool that lends connections cannot, or has too few, with what to do */
    public static DurableStore open(StoreSettings settings) {
        if (settings.lender() != null) {
            try {
                LentPool.requireRoom(settings.lender(), settings.connections());
            } catch (SQLException e) {
                throw new StoreUnavailableException("PostgreSQL cannot be used: " + SqlFault.messageOf(e), e);
            }
        }
        Pools pools = new Pools(settings);
        return new DurableStore(settings, pools, new Reader(pools.reads(), settings.readers()));
    }

    /**
     * Why no server answers, such as one that is still starting; null: one does, even if it refuses us. Blocks as long as making a
     * connection may take.
     */
    public @Nullable String silence() {
        try (Connection connection = pools.maintenance().getConnection()) {
            // The watch gives out connections again a moment after the server is back.
            return StoreIdentity.read(connection).standby() ? null : away();
        } catch (SQLException e) {
            return SqlFault.isSilence(e) ? SqlFault.messageOf(e) : null;
        }
    }

    /** Whether this failure of a call to the store says that no server answered, or none any more. */
    public static boolean isSilence(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException error && SqlFault.isSilence(error)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Brings the schema up to date or, where the settings say so, sees that it is; and takes note of which database this is.
     * Blocks.
     *
     * @return the number of the schema's newest step
     * @throws StoreUnavailableException if it cannot be used, with the reason
     */
    public String migrate() {
        try {
            ServerCheck.requireUsable(pools.maintenance());
            String step = settings.migrates()
                    ? Schema.migrate(pools.maintenance(), settings.schema())
                    : Schema.require(pools.maintenance(), settings.schema());
            try (Connection connection = pools.maintenance().getConnection()) {
                StoreLineage.settle(connection, StoreIdentity.read(connection));
            }
            return step;
        } catch (SQLException e) {
            throw new StoreUnavailableException("PostgreSQL cannot be used: " + SqlFault.messageOf(e), e);
        }
    }

    /**
     * Calls this, on a thread of the store's, when another database has taken the place of the one before: a promoted
     * standby, a restored backup. Nobody gets a connection before it has returned; it drops what memory has of the old one.
     */
    public void onReplaced(Runnable dropMemory) {
        pools.watch().onReplaced((before, now, database) -> {
            StoreLineage.settle(database, now);
            dropMemory.run();
        });
    }

    /** Why the database cannot be used at present; null: it can, as far as is known. Never waits. */
    public @Nullable String away() {
        return pools.watch().away();
    }

    public ReferenceClock referenceClock() {
        return new PgReferenceClock(pools.clock());
    }

    public ShardStore shardStore() {
        return new PgShardStore(reader);
    }

    public FenceStore fenceStore() {
        return new PgFenceStore(reader);
    }

    public ClusterStore clusterStore() {
        return new PgClusterStore(reader);
    }

    public ZoneStore zoneStore() {
        return new PgZoneStore(reader);
    }

    /** The caller closes it before this store. */
    public PgNoteStore openNotes() {
        return new PgNoteStore(reader, new NoteWriter(pools.writes()));
    }

    /** The caller closes it before this store. */
    public PgKeyedCalls openKeyedCalls(TimeSource time) {
        return new PgKeyedCalls(pools.reads(), time);
    }

    public Queries queries() {
        return new PgQueries(reader);
    }

    public LedgerStore ledger() {
        return new PgLedgerStore(reader);
    }

    public ForecastStore forecasts() {
        return new PgForecastStore(reader);
    }

    public DeadLetters deadLetters() {
        return new PgDeadLetters(reader);
    }

    public RedriveStore redrives() {
        return new PgRedriveStore(pools.reads());
    }

    public AlertStore alerts() {
        return new PgAlertStore(pools.reads());
    }

    public Webhooks webhooks() {
        return new PgWebhooks(pools.reads());
    }

    public OwnerQuotas quotas() {
        return new PgOwnerQuotas(pools.reads());
    }

    public ApiKeys apiKeys() {
        return new PgApiKeys(pools.reads());
    }

    public AuditLog auditLog() {
        return new PgAuditLog(pools.reads());
    }

    public Duties duties() {
        return new PgDuties(pools.reads());
    }

    /** For migrations, partitions and whatever else may take long; makes its connections when they are needed. */
    public DataSource maintenance() {
        return pools.maintenance();
    }

    /**
     * The caller closes it before this store.
     *
     * @param exact whether a job of this definition counts as exact; see {@link io.carillon.domain.quota.ExactJobs}
     */
    public GroupCommitter startWriter(TimeSource time, CommitObserver observer, Predicate<JobDefinition> exact) {
        return GroupCommitter.start(pools.writes(), settings, time, observer, exact);
    }

    @Override
    public void close() {
        reader.close();
        pools.close();
    }
}
