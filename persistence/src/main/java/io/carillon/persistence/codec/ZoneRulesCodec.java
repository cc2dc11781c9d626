package io.carillon.persistence.codec;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneOffsetTransitionRule;
import java.time.zone.ZoneOffsetTransitionRule.TimeDefinition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.List;

/**
 * The rules of a time zone as bytes: the offset before all changes, the changes listed one by one, the yearly ones that
 * come after. What of an offset is daylight saving is left out, as no schedule asks for it.
 */
public final class ZoneRulesCodec {

    private static final byte FORMAT = 1;
    private static final int LISTED_MAX = 10_000;
    private static final int YEARLY_MAX = 16;

    private ZoneRulesCodec() {}

    public static byte[] toBytes(ZoneRules rules) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            List<ZoneOffsetTransition> listed = rules.getTransitions();
            out.writeByte(FORMAT);
            out.writeInt(firstOffset(rules).getTotalSeconds());
            out.writeInt(listed.size());
            for (ZoneOffsetTransition change : listed) {
                out.writeLong(change.toEpochSecond());
                out.writeInt(change.getOffsetAfter().getTotalSeconds());
            }
            out.writeInt(rules.getTransitionRules().size());
            for (ZoneOffsetTransitionRule yearly : rules.getTransitionRules()) {
                write(out, yearly);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** @throws IllegalArgumentException if the bytes are not such rules */
    public static ZoneRules fromBytes(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            if (in.readByte() != FORMAT) {
                throw new IllegalArgumentException("unknown form of zone rules");
            }
            ZoneOffset first = offset(in);
            ZoneOffset before = first;
            List<ZoneOffsetTransition> listed = new ArrayList<>();
            for (int left = count(in, LISTED_MAX); left > 0; left--) {
                Instant at = Instant.ofEpochSecond(in.readLong());
                ZoneOffset after = offset(in);
                listed.add(ZoneOffsetTransition.of(LocalDateTime.ofInstant(at, before), before, after));
                before = after;
            }
            List<ZoneOffsetTransitionRule> yearly = new ArrayList<>();
            for (int left = count(in, YEARLY_MAX); left > 0; left--) {
                yearly.add(yearly(in));
            }
            return ZoneRules.of(first, first, List.of(), listed, yearly);
        } catch (IOException | RuntimeException e) {
            throw new IllegalArgumentException("zone rules cannot be read: " + e, e);
        }
    }

    private static ZoneOffset firstOffset(ZoneRules rules) {
        List<ZoneOffsetTransition> listed = rules.getTransitions();
        return listed.isEmpty() ? rules.getOffset(Instant.EPOCH) : listed.get(0).getOffsetBefore();
    }

    private static void write(DataOutputStream out, ZoneOffsetTransitionRule yearly) throws IOException {
        DayOfWeek dayOfWeek = yearly.getDayOfWeek();
        out.writeByte(yearly.getMonth().getValue());
        out.writeByte(yearly.getDayOfMonthIndicator());
        out.writeByte(dayOfWeek == null ? 0 : dayOfWeek.getValue());
        out.writeInt(yearly.getLocalTime().toSecondOfDay());
        out.writeBoolean(yearly.isMidnightEndOfDay());
        out.writeUTF(yearly.getTimeDefinition().name());
        out.writeInt(yearly.getStandardOffset().getTotalSeconds());
        out.writeInt(yearly.getOffsetBefore().getTotalSeconds());
        out.writeInt(yearly.getOffsetAfter().getTotalSeconds());
    }

    @SuppressWarnings("NullAway") // the JDK takes null for a day of the month whatever its day of the week
    private static ZoneOffsetTransitionRule yearly(DataInputStream in) throws IOException {
        Month month = Month.of(in.readByte());
        int dayOfMonth = in.readByte();
        int dayOfWeek = in.readByte();
        return ZoneOffsetTransitionRule.of(
                month,
                dayOfMonth,
                dayOfWeek == 0 ? null : DayOfWeek.of(dayOfWeek),
                LocalTime.ofSecondOfDay(in.readInt()),
                in.readBoolean(),
                TimeDefinition.valueOf(in.readUTF()),
                offset(in),
                offset(in),
                offset(in));
    }

    private static ZoneOffset offset(DataInputStream in) throws IOException {
        return ZoneOffset.ofTotalSeconds(in.readInt());
    }

    private static int count(DataInputStream in, int most) throws IOException {
        int n = in.readInt();
        if (n < 0 || n > most) {
            throw new IOException("a list of " + n);
        }
        return n;
    }
}
