package io.carillon.engine.statistics;

/** Whose statistics they are. */
public record StatKey(Kind kind, String name) {

    /** The codes are on the wire, from 0 on without a gap. */
    public enum Kind {
        POOL(0),
        OWNER(1),
        JOB(2);

        static final int COUNT = 3;

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        int code() {
            return code;
        }
    }

    public static StatKey pool(String name) {
        return new StatKey(Kind.POOL, name);
    }

    public static StatKey owner(String id) {
        return new StatKey(Kind.OWNER, id);
    }

    public static StatKey job(String id) {
        return new StatKey(Kind.JOB, id);
    }

    /**
     * All of a kind that there was no room for: they are counted together, so that nothing is missing in the sum. No pool, owner or job has
     * an empty name.
     */
    public static StatKey others(Kind kind) {
        return new StatKey(kind, "");
    }

    public boolean isOthers() {
        return name.isEmpty();
    }

    /** As a key of a map. */
    public String text() {
        return kind.code() + ":" + name;
    }

    /** @throws IllegalArgumentException if there is none of this code */
    static Kind kindOf(long code) {
        for (Kind kind : Kind.values()) {
            if (kind.code() == code) {
                return kind;
            }
        }
        throw new IllegalArgumentException("statistics of kind " + code);
    }
}
