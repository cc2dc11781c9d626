package io.carillon.engine.grid.route;

import com.hazelcast.nio.serialization.compact.CompactReader;
import com.hazelcast.nio.serialization.compact.CompactWriter;
import io.carillon.engine.grid.wire.WireFields;
import io.carillon.engine.grid.wire.WireType;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The wire forms of mail. */
public final class MailWire {

    public static final List<WireType<?>> TYPES = List.of(
            WireType.of(Envelope.class, "Envelope", MailWire::writeEnvelope, MailWire::readEnvelope),
            WireType.of(Mail.Requests.class, "Requests", MailWire::writeRequests, MailWire::readRequests),
            WireType.of(Mail.Replies.class, "Replies", MailWire::writeReplies, MailWire::readReplies),
            WireType.ofNothing(Mail.NotHere.class, "NotHere", new Mail.NotHere()),
            WireType.of(Delivery.class, "Delivery", MailWire::writeDelivery, MailWire::readDelivery));

    public static final List<Object> SAMPLES = List.of(
            new Delivery(new Mail.Requests("", List.of(new Envelope(0, new Mail.NotHere())))),
            new Delivery(new Mail.Replies(List.of())));

    private MailWire() {}

    private static void writeEnvelope(CompactWriter writer, Envelope envelope) {
        writer.writeInt64("id", envelope.id());
        writer.writeCompact("content", envelope.content());
    }

    private static Envelope readEnvelope(CompactReader reader) {
        return new Envelope(reader.readInt64("id"), WireFields.compact(reader, "content", Object.class));
    }

    private static void writeRequests(CompactWriter writer, Mail.Requests requests) {
        writer.writeString("from", requests.from());
        writeAll(writer, requests.envelopes());
    }

    private static Mail.Requests readRequests(CompactReader reader) {
        return new Mail.Requests(WireFields.text(reader, "from"), readAll(reader));
    }

    private static void writeReplies(CompactWriter writer, Mail.Replies replies) {
        writeAll(writer, replies.envelopes());
    }

    private static Mail.Replies readReplies(CompactReader reader) {
        return new Mail.Replies(readAll(reader));
    }

    private static void writeDelivery(CompactWriter writer, Delivery delivery) {
        writer.writeCompact("mail", delivery.mail());
    }

    private static Delivery readDelivery(CompactReader reader) {
        return new Delivery(WireFields.compact(reader, "mail", Mail.class));
    }

    private static void writeAll(CompactWriter writer, List<Envelope> envelopes) {
        writer.writeArrayOfCompact("envelopes", envelopes.toArray(Envelope[]::new));
    }

    private static List<Envelope> readAll(CompactReader reader) {
        @Nullable
        Envelope[] envelopes = WireFields.present("envelopes", reader.readArrayOfCompact("envelopes", Envelope.class));
        return Arrays.stream(envelopes).map(Objects::requireNonNull).toList();
    }
}
