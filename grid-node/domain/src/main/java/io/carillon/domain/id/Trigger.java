package io.carillon.domain.id;

/** What made a run owed; part of its identity, so that a manual run never swallows a regular one. Codes are stored. */
public enum Trigger {
    SCHEDULE(0),
    MANUAL(1),
    BACKFILL(2);

    private final byte code;

    Trigger(int code) {
        this.code = (byte) code;
    }

    public byte code() {
        return code;
    }

    /** @throws IllegalArgumentException if no trigger has this code */
    public static Trigger ofCode(int code) {
        for (Trigger trigger : values()) {
            if (trigger.code == code) {
                return trigger;
            }
        }
        throw new IllegalArgumentException("unknown trigger code " + code);
    }
}
