package io.carillon.gateway.api;

import io.carillon.domain.id.JobId;
import io.carillon.domain.time.Micros;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Base64;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/** Where a page of a job's ledger ends, as text that means nothing to its holder; it is good for that job alone. */
final class LedgerCursor {

    private static final int BYTES = Long.BYTES + Integer.BYTES;

    private LedgerCursor() {}

    static String encode(JobId job, Instant next) {
        long micros = Micros.of(next);
        byte[] bytes = ByteBuffer.allocate(BYTES)
                .putLong(micros)
                .putInt(checksum(job, micros))
                .array();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Null if it was not made for the ledger of this job. */
    static @Nullable Instant decode(JobId job, String text) {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(text));
            if (bytes.remaining() == BYTES) {
                long micros = bytes.getLong();
                return bytes.getInt() == checksum(job, micros) ? Micros.toInstant(micros) : null;
            }
        } catch (IllegalArgumentException notBase64) {
            return null;
        }
        return null;
    }

    private static int checksum(JobId job, long micros) {
        CRC32 crc = new CRC32();
        crc.update(ByteBuffer.allocate(3 * Long.BYTES)
                .putLong(job.value().getMostSignificantBits())
                .putLong(job.value().getLeastSignificantBits())
                .putLong(micros)
                .flip());
        return (int) crc.getValue();
    }
}
