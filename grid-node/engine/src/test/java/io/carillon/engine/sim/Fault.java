package io.carillon.engine.sim;

/** What can go wrong. */
enum Fault {
    // Of every message, call or operation, some:
    MAIL_LOST(Kind.SHARE, 50),
    MAIL_TWICE(Kind.SHARE, 50),
    MAIL_LATE(Kind.SHARE, 80),
    QUEUE_LOST(Kind.SHARE, 150),
    QUEUE_TWICE(Kind.SHARE, 150),
    STORE_SLOW(Kind.SHARE, 100),
    STORE_FAILS_BEFORE(Kind.SHARE, 40),
    STORE_FAILS_AFTER(Kind.SHARE, 40),
    /** Carried out long after its caller has heard that it failed. */
    STORE_LATE(Kind.SHARE, 30),
    /** Carried out twice, some time apart. */
    STORE_TWICE(Kind.SHARE, 40),
    STORE_THROWS(Kind.SHARE, 20),
    LEASE_CALL_LOST(Kind.SHARE, 60),
    LEASE_CALL_FAILS(Kind.SHARE, 60),
    HINT_LOST(Kind.SHARE, 300),
    COUNTER_FAILS(Kind.SHARE, 150),
    /** Somebody else takes a block, or the counter is reset, in the middle of a step. */
    COUNTER_DISTURBED(Kind.SHARE, 150),

    // From time to time:
    MEMBER_KILLED(Kind.EVENT, 25),
    MEMBER_FROZEN(Kind.EVENT, 20),
    MEMBER_LEAVES(Kind.EVENT, 40),
    MEMBER_IN_MINORITY(Kind.EVENT, 30),
    ALL_KILLED(Kind.EVENT, 80),
    SHARD_MOVED(Kind.EVENT, 8),
    /** Its last owner does not hear of it for a while. */
    SHARD_MOVED_UNSEEN(Kind.EVENT, 12),
    EPOCH_STOLEN(Kind.EVENT, 40),
    WORKER_KILLED(Kind.EVENT, 20),
    WORKER_FROZEN(Kind.EVENT, 15),
    STREAM_CUT(Kind.EVENT, 12),
    STREAM_SILENT(Kind.EVENT, 20),
    STORE_AWAY(Kind.EVENT, 30),
    STORE_AWAY_FOR_ONE(Kind.EVENT, 25),
    LEASES_LOST(Kind.EVENT, 20),
    COUNTER_AWAY(Kind.EVENT, 30),
    COUNTER_RESET(Kind.EVENT, 20),
    CLOCK_STEPPED(Kind.EVENT, 30),
    ROW_REFUSED(Kind.EVENT, 60),
    ROW_MOVED(Kind.EVENT, 30);

    enum Kind {
        SHARE,
        EVENT
    }

    final Kind kind;
    /** Of a share, the most in a thousand; of an event, the seconds between two, on average. */
    final int measure;

    Fault(Kind kind, int measure) {
        this.kind = kind;
        this.measure = measure;
    }
}
