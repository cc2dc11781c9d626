package io.carillon.engine.gateway;

/**
 * A worker connected to this member, as shown to people.
 *
 * @param free slots that could take a run now
 * @param held attempts it works on
 * @param draining takes no new work
 */
public record ConnectedWorker(WorkerProfile profile, int free, int held, boolean draining) {

    static ConnectedWorker of(SessionSlots session) {
        return new ConnectedWorker(session.profile(), session.free(), session.heldCount(), session.draining());
    }
}
