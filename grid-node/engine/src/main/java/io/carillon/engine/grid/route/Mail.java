package io.carillon.engine.grid.route;

import java.util.List;

/** What one member sends another. */
sealed interface Mail {

    List<Envelope> envelopes();

    /** @param from the member id to which the answers go */
    record Requests(String from, List<Envelope> envelopes) implements Mail {
        public Requests {
            envelopes = List.copyOf(envelopes);
        }
    }

    record Replies(List<Envelope> envelopes) implements Mail {
        public Replies {
            envelopes = List.copyOf(envelopes);
        }
    }

    /** The answer of a member that does not own the shard: ask whoever does. */
    record NotHere() {}
}
