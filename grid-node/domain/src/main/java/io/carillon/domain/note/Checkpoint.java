package io.carillon.domain.note;

/**
 * What a later attempt starts from; the grid does not look into it.
 *
 * @param number rises within the attempt, from 1
 * @param state at most 64 KiB; not copied, nobody changes it
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record Checkpoint(long number, byte[] state) {

    public static final int BYTES_MAX = 64 * 1024;

    public Checkpoint {
        if (state.length > BYTES_MAX) {
            throw new IllegalArgumentException("checkpoint of " + state.length + " bytes; at most " + BYTES_MAX);
        }
    }

    /** Its size only: what is in it is the handler's. */
    @Override
    public String toString() {
        return "Checkpoint[" + number + ", " + state.length + " bytes]";
    }
}
