package io.carillon.engine.grid.route;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Puts mail into the mailbox of the member it arrives at; false if that member is not ready for it. Only enqueues. */
final class Delivery implements Callable<Boolean>, HazelcastInstanceAware {

    private final Mail mail;
    private @Nullable HazelcastInstance grid;

    Delivery(Mail mail) {
        this.mail = mail;
    }

    Mail mail() {
        return mail;
    }

    @Override
    public void setHazelcastInstance(HazelcastInstance arrivedAt) {
        this.grid = arrivedAt;
    }

    @Override
    public Boolean call() {
        return grid != null && MemberMailbox.of(grid).map(box -> box.take(mail)).orElse(false);
    }

    /** Its size only: it carries users' payloads. */
    @Override
    public String toString() {
        return "Delivery[" + mail.envelopes().size() + " envelopes]";
    }
}
