package io.carillon.engine.grid.handoff;

import com.hazelcast.nio.serialization.compact.CompactReader;
import com.hazelcast.nio.serialization.compact.CompactWriter;
import io.carillon.domain.dispatch.Capability;
import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import io.carillon.domain.time.Micros;
import io.carillon.engine.grid.wire.WireFields;
import io.carillon.engine.grid.wire.WireType;
import io.carillon.engine.port.Attempt;
import io.carillon.engine.port.HandOff.Offer;
import io.carillon.engine.port.Silent;
import io.carillon.engine.port.WorkerGroup;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The wire forms of offers and of what gateways tell. */
public final class HandOffWire {

    public static final List<WireType<?>> TYPES = List.of(
            WireType.of(OfferBatch.class, "OfferBatch", HandOffWire::writeBatch, HandOffWire::readBatch),
            WireType.of(StopBatch.class, "StopBatch", HandOffWire::writeStops, HandOffWire::readStops),
            WireType.of(RollCallBatch.class, "RollCallBatch", HandOffWire::writeRollCall, HandOffWire::readRollCall),
            WireType.of(WorkerAd.class, "WorkerAd", HandOffWire::writeAd, HandOffWire::readAd),
            WireType.of(WorkerGroup.class, "WorkerGroup", HandOffWire::writeGroup, HandOffWire::readGroup));

    public static final List<Object> SAMPLES = List.of(
            new OfferBatch("", 0, new Capability("", ""), List.of()),
            new StopBatch(true, List.of()),
            new RollCallBatch(List.of()),
            new WorkerAd("", 0, "", List.of(new WorkerGroup("", Set.of(), false, 0, 0, 0)), Map.of()));

    private static final int LONGS_AN_OFFER = 4;
    private static final int LONGS_AN_ATTEMPT = 3;
    private static final int LONGS_A_SILENT_ONE = 6;

    private HandOffWire() {}

    private static void writeBatch(CompactWriter writer, OfferBatch batch) {
        writer.writeString("from", batch.from());
        writer.writeInt64("sentThrough", batch.sentThrough());
        writer.writeString("pool", batch.capability().pool());
        writer.writeString("handler", batch.capability().handler());
        long[] ids = new long[batch.offers().size() * LONGS_AN_OFFER];
        int i = 0;
        for (Offer offer : batch.offers()) {
            ids[i++] = offer.runId().value().getMostSignificantBits();
            ids[i++] = offer.runId().value().getLeastSignificantBits();
            ids[i++] = offer.jobId().value().getMostSignificantBits();
            ids[i++] = offer.jobId().value().getLeastSignificantBits();
        }
        writer.writeArrayOfInt64("ids", ids);
    }

    private static OfferBatch readBatch(CompactReader reader) {
        Capability capability = new Capability(WireFields.text(reader, "pool"), WireFields.text(reader, "handler"));
        long[] ids = WireFields.present("ids", reader.readArrayOfInt64("ids"));
        List<Offer> offers = new ArrayList<>(ids.length / LONGS_AN_OFFER);
        for (int i = 0; i < ids.length; i += LONGS_AN_OFFER) {
            offers.add(new Offer(
                    new RunId(new UUID(ids[i], ids[i + 1])), new JobId(new UUID(ids[i + 2], ids[i + 3])), capability));
        }
        return new OfferBatch(WireFields.text(reader, "from"), reader.readInt64("sentThrough"), capability, offers);
    }

    private static void writeStops(CompactWriter writer, StopBatch batch) {
        writer.writeBoolean("lost", batch.lost());
        long[] attempts = new long[batch.attempts().size() * LONGS_AN_ATTEMPT];
        int i = 0;
        for (Attempt attempt : batch.attempts()) {
            attempts[i++] = attempt.runId().value().getMostSignificantBits();
            attempts[i++] = attempt.runId().value().getLeastSignificantBits();
            attempts[i++] = attempt.fencingToken();
        }
        writer.writeArrayOfInt64("attempts", attempts);
    }

    private static StopBatch readStops(CompactReader reader) {
        long[] fields = WireFields.present("attempts", reader.readArrayOfInt64("attempts"));
        List<Attempt> attempts = new ArrayList<>(fields.length / LONGS_AN_ATTEMPT);
        for (int i = 0; i < fields.length; i += LONGS_AN_ATTEMPT) {
            attempts.add(new Attempt(new RunId(new UUID(fields[i], fields[i + 1])), fields[i + 2]));
        }
        return new StopBatch(reader.readBoolean("lost"), attempts);
    }

    private static void writeRollCall(CompactWriter writer, RollCallBatch batch) {
        long[] ids = new long[batch.attempts().size() * LONGS_A_SILENT_ONE];
        int i = 0;
        for (Silent attempt : batch.attempts()) {
            ids[i++] = attempt.runId().value().getMostSignificantBits();
            ids[i++] = attempt.runId().value().getLeastSignificantBits();
            ids[i++] = attempt.jobId().value().getMostSignificantBits();
            ids[i++] = attempt.jobId().value().getLeastSignificantBits();
            ids[i++] = attempt.fencingToken();
            ids[i++] = Micros.of(attempt.startedAt());
        }
        writer.writeArrayOfInt64("ids", ids);
        writer.writeArrayOfString(
                "workers", batch.attempts().stream().map(Silent::workerId).toArray(String[]::new));
    }

    private static RollCallBatch readRollCall(CompactReader reader) {
        long[] ids = WireFields.present("ids", reader.readArrayOfInt64("ids"));
        @Nullable String[] workers = WireFields.present("workers", reader.readArrayOfString("workers"));
        List<Silent> attempts = new ArrayList<>(workers.length);
        for (int n = 0, i = 0; n < workers.length; n++, i += LONGS_A_SILENT_ONE) {
            attempts.add(new Silent(
                    new RunId(new UUID(ids[i], ids[i + 1])),
                    new JobId(new UUID(ids[i + 2], ids[i + 3])),
                    ids[i + 4],
                    WireFields.present("workers", workers[n]),
                    Micros.toInstant(ids[i + 5])));
        }
        return new RollCallBatch(attempts);
    }

    private static void writeAd(CompactWriter writer, WorkerAd ad) {
        writer.writeString("memberId", ad.memberId());
        writer.writeInt64("number", ad.number());
        writer.writeString("queue", ad.queue());
        writer.writeArrayOfCompact("groups", ad.groups().toArray(WorkerGroup[]::new));
        List<String> owners = List.copyOf(ad.receivedThrough().keySet());
        writer.writeArrayOfString("owners", owners.toArray(String[]::new));
        writer.writeArrayOfInt64(
                "receivedThrough",
                owners.stream()
                        .mapToLong(owner -> ad.receivedThrough().getOrDefault(owner, 0L))
                        .toArray());
    }

    private static WorkerAd readAd(CompactReader reader) {
        @Nullable
        WorkerGroup[] groups = WireFields.present("groups", reader.readArrayOfCompact("groups", WorkerGroup.class));
        @Nullable String[] owners = WireFields.present("owners", reader.readArrayOfString("owners"));
        long[] through = WireFields.present("receivedThrough", reader.readArrayOfInt64("receivedThrough"));
        Map<String, Long> receivedThrough = new HashMap<>();
        for (int i = 0; i < owners.length; i++) {
            receivedThrough.put(WireFields.present("owners", owners[i]), through[i]);
        }
        return new WorkerAd(
                WireFields.text(reader, "memberId"),
                reader.readInt64("number"),
                WireFields.text(reader, "queue"),
                Arrays.stream(groups).map(Objects::requireNonNull).toList(),
                receivedThrough);
    }

    private static void writeGroup(CompactWriter writer, WorkerGroup group) {
        writer.writeString("pool", group.pool());
        writer.writeArrayOfString("handlers", group.handlers().toArray(String[]::new));
        writer.writeBoolean("anyHandler", group.anyHandler());
        writer.writeInt32("workers", group.workers());
        writer.writeInt32("slots", group.slots());
        writer.writeInt32("free", group.free());
    }

    private static WorkerGroup readGroup(CompactReader reader) {
        @Nullable String[] handlers = WireFields.present("handlers", reader.readArrayOfString("handlers"));
        return new WorkerGroup(
                WireFields.text(reader, "pool"),
                Set.copyOf(Arrays.stream(handlers).map(Objects::requireNonNull).toList()),
                reader.readBoolean("anyHandler"),
                reader.readInt32("workers"),
                reader.readInt32("slots"),
                reader.readInt32("free"));
    }
}
