package io.carillon.persistence.jdbc;

import io.carillon.domain.time.Micros;
import java.io.Serial;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.postgresql.core.Oid;
import org.postgresql.util.PGBinaryObject;
import org.postgresql.util.PGobject;

/**
 * A one-dimensional array as PostgreSQL reads it from the wire, one column of a batch. The driver has binary arrays of
 * numbers only and sends all others as text, which the server must parse and the client must print.
 *
 * <pre>
 *   int4 dimensions (1, or 0 if empty) | int4 has nulls | int4 element type | int4 length | int4 lower bound (1)
 *   then for each element: int4 bytes (-1 for null) | the element
 * </pre>
 */
public final class BinaryArray extends PGobject implements PGBinaryObject {

    /** The array types made here: the driver sends in binary form only the types it is told to. */
    static final String OIDS = Oid.UUID_ARRAY + "," + Oid.INT8_ARRAY + "," + Oid.INT4_ARRAY + "," + Oid.INT2_ARRAY + ","
            + Oid.TIMESTAMPTZ_ARRAY + "," + Oid.TEXT_ARRAY + "," + Oid.BYTEA_ARRAY + "," + Oid.BOOL_ARRAY;

    @Serial
    private static final long serialVersionUID = 1L;

    private static final int HEADER_BYTES = 20;
    /** PostgreSQL counts from 2000-01-01T00:00:00Z. */
    private static final long EPOCH_MICROS = 946_684_800_000_000L;

    private byte[] bytes;
    private int length;

    private BinaryArray(String type, int elementOid, int count, int elementBytes) {
        this.type = type;
        this.bytes = new byte[HEADER_BYTES + count * (4 + elementBytes)];
        putInt(count == 0 ? 0 : 1);
        // "Has nulls" may be said of an array that has none.
        putInt(1);
        putInt(elementOid);
        if (count > 0) {
            putInt(count);
            putInt(1);
        }
    }

    public static <T> BinaryArray uuids(List<T> rows, Function<? super T, @Nullable UUID> value) {
        BinaryArray array = new BinaryArray("uuid[]", Oid.UUID, rows.size(), 16);
        for (T row : rows) {
            UUID uuid = value.apply(row);
            if (uuid == null) {
                array.putNull();
            } else {
                array.putInt(16);
                array.putLong(uuid.getMostSignificantBits());
                array.putLong(uuid.getLeastSignificantBits());
            }
        }
        return array;
    }

    public static <T> BinaryArray int8s(List<T> rows, ToLongFunction<? super T> value) {
        BinaryArray array = new BinaryArray("int8[]", Oid.INT8, rows.size(), 8);
        for (T row : rows) {
            array.putInt(8);
            array.putLong(value.applyAsLong(row));
        }
        return array;
    }

    public static <T> BinaryArray int4s(List<T> rows, ToIntFunction<? super T> value) {
        BinaryArray array = new BinaryArray("int4[]", Oid.INT4, rows.size(), 4);
        for (T row : rows) {
            array.putInt(4);
            array.putInt(value.applyAsInt(row));
        }
        return array;
    }

    /** @throws ArithmeticException if a value has more than 16 bits */
    public static <T> BinaryArray int2s(List<T> rows, ToIntFunction<? super T> value) {
        BinaryArray array = new BinaryArray("int2[]", Oid.INT2, rows.size(), 2);
        for (T row : rows) {
            int number = value.applyAsInt(row);
            if ((short) number != number) {
                throw new ArithmeticException(number + " has more than 16 bits");
            }
            array.putInt(2);
            array.ensure(2);
            array.bytes[array.length++] = (byte) (number >> 8);
            array.bytes[array.length++] = (byte) number;
        }
        return array;
    }

    public static <T> BinaryArray bools(List<T> rows, Predicate<? super T> value) {
        BinaryArray array = new BinaryArray("bool[]", Oid.BOOL, rows.size(), 1);
        for (T row : rows) {
            array.putInt(1);
            array.ensure(1);
            array.bytes[array.length++] = (byte) (value.test(row) ? 1 : 0);
        }
        return array;
    }

    /** Whole microseconds; what is finer is cut off. */
    public static <T> BinaryArray timestamps(List<T> rows, Function<? super T, @Nullable Instant> value) {
        BinaryArray array = new BinaryArray("timestamptz[]", Oid.TIMESTAMPTZ, rows.size(), 8);
        for (T row : rows) {
            Instant instant = value.apply(row);
            if (instant == null) {
                array.putNull();
            } else {
                array.putInt(8);
                array.putLong(Micros.of(instant) - EPOCH_MICROS);
            }
        }
        return array;
    }

    public static <T> BinaryArray texts(List<T> rows, Function<? super T, @Nullable String> value) {
        BinaryArray array = new BinaryArray("text[]", Oid.TEXT, rows.size(), 16);
        for (T row : rows) {
            String text = value.apply(row);
            array.putBytes(text == null ? null : text.getBytes(StandardCharsets.UTF_8));
        }
        return array;
    }

    public static <T> BinaryArray byteas(List<T> rows, Function<? super T, byte @Nullable []> value) {
        BinaryArray array = new BinaryArray("bytea[]", Oid.BYTEA, rows.size(), 64);
        for (T row : rows) {
            array.putBytes(value.apply(row));
        }
        return array;
    }

    @Override
    public int lengthInBytes() {
        return length;
    }

    @Override
    public void toBytes(byte[] target, int offset) {
        System.arraycopy(bytes, 0, target, offset, length);
    }

    /** Reached only on a connection that was not told of these types. */
    @Override
    public @Nullable String getValue() {
        throw new IllegalStateException("the connection does not send " + type + " in binary form");
    }

    @Override
    public String toString() {
        return type + " of " + length + " bytes";
    }

    @Override
    public void setByteValue(byte[] value, int offset) throws SQLException {
        throw new SQLException("a binary array is only sent, never read");
    }

    @Override
    public void setValue(@Nullable String value) throws SQLException {
        throw new SQLException("a binary array is not made from text");
    }

    private void putNull() {
        putInt(-1);
    }

    private void putBytes(byte @Nullable [] element) {
        if (element == null) {
            putNull();
            return;
        }
        putInt(element.length);
        ensure(element.length);
        System.arraycopy(element, 0, bytes, length, element.length);
        length += element.length;
    }

    private void putInt(int value) {
        ensure(4);
        bytes[length++] = (byte) (value >> 24);
        bytes[length++] = (byte) (value >> 16);
        bytes[length++] = (byte) (value >> 8);
        bytes[length++] = (byte) value;
    }

    private void putLong(long value) {
        putInt((int) (value >> 32));
        putInt((int) value);
    }

    private void ensure(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + more, bytes.length * 2));
        }
    }
}
