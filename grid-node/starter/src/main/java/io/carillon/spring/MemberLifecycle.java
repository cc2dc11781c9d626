package io.carillon.spring;

import io.carillon.member.CarillonMember;
import org.springframework.context.SmartLifecycle;

/** Lets the member leave in its phase. It has been started with its bean, so that other beans can use it from the beginning. */
final class MemberLifecycle implements SmartLifecycle {

    private final CarillonMember member;
    private volatile boolean running = true;

    MemberLifecycle(CarillonMember member) {
        this.member = member;
    }

    /** @throws IllegalStateException after a stop: the member is gone, and so is what was made with it */
    @Override
    public void start() {
        if (!running) {
            throw new IllegalStateException("a member that has left cannot come back; start the application anew");
        }
    }

    @Override
    public void stop() {
        running = false;
        member.close();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public boolean isPauseable() {
        return false;
    }

    @Override
    public int getPhase() {
        return ShutdownPhases.MEMBER;
    }
}
