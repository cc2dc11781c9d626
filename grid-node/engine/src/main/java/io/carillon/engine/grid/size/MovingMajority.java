package io.carillon.engine.grid.size;

import com.hazelcast.cluster.Member;
import com.hazelcast.splitbrainprotection.SplitBrainProtectionFunction;
import io.carillon.domain.store.ClusterSize;
import java.util.Collection;

/**
 * The majority of an expected size that a command may change while members run. Hazelcast asks at every change of
 * membership and every few seconds besides. Thread-safe.
 */
public final class MovingMajority implements SplitBrainProtectionFunction {

    private volatile int expected;

    public MovingMajority(int expected) {
        this.expected = expected;
    }

    /** @return whether this was news */
    boolean expect(int members) {
        boolean news = members != expected;
        expected = members;
        return news;
    }

    public int expected() {
        return expected;
    }

    /** Members without which this side stops; 0: it never does. */
    public int majority() {
        return ClusterSize.majorityOf(expected);
    }

    @Override
    public boolean apply(Collection<Member> members) {
        return members.size() >= majority();
    }
}
