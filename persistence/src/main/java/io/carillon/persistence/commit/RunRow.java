package io.carillon.persistence.commit;

import io.carillon.domain.id.Uuids;
import io.carillon.domain.store.RowOutcome;
import io.carillon.domain.store.RunWrite;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A run's write, and where its outcome goes. */
final class RunRow {

    static final Comparator<RunRow> BY_RUN = (a, b) -> Uuids.compareUnsigned(a.id(), b.id());

    private final RunWrite write;
    private final List<RowOutcome> answers;
    private final int position;
    private int place;

    RunRow(RunWrite write, List<RowOutcome> answers, int position) {
        this.write = write;
        this.answers = answers;
        this.position = position;
    }

    RunWrite write() {
        return write;
    }

    UUID id() {
        return write.run().id().value();
    }

    String ownerId() {
        return write.run().ownerId();
    }

    /** Of a start: its number among those of its owner in a batch, from 1. */
    int place() {
        return place;
    }

    void place(int number) {
        place = number;
    }

    /** The outcomes of the call that the write came with. */
    List<RowOutcome> answers() {
        return answers;
    }

    void answer(RowOutcome outcome) {
        answers.set(position, outcome);
    }

    /**
     * Why the row was not moved, by what it says now.
     *
     * @return null if nothing of it stood in the way: it is a start that its owner's limit may forbid
     */
    @Nullable
    RowOutcome judge(long epoch, long version, long token, @Nullable UUID writeId) {
        if (write.run().writeId().equals(writeId) && write.run().version() == version) {
            return RowOutcome.ALREADY_APPLIED;
        }
        if (epoch != write.epoch()) {
            return RowOutcome.EPOCH_LOST;
        }
        boolean asExpected =
                version == write.expectedVersion() && token <= write.run().fencingToken();
        return asExpected && write.starts() ? null : RowOutcome.VERSION_LOST;
    }
}
