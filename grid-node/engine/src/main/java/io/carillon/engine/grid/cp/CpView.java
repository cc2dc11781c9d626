package io.carillon.engine.grid.cp;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One look at the CP subsystem.
 *
 * @param seats members it should have; 0: there is none
 * @param formed the first members have found each other; stays true
 * @param answering the groups gave all answers in time, the one of the tokens among them
 * @param members of the CP subsystem, the dead that were not removed yet included
 * @param present those whose address is in the cluster
 * @param metadata members of the group that keeps the list
 * @param tokens members of the group that counts fencing tokens
 * @param seated this member is one of them
 * @param ghost an earlier process at this member's address that still has a seat; null: none
 */
public record CpView(
        int seats,
        boolean formed,
        boolean answering,
        int members,
        int present,
        int metadata,
        int tokens,
        boolean seated,
        @Nullable UUID ghost) {

    static CpView silent(int seats, boolean formed) {
        return new CpView(seats, formed, false, 0, 0, 0, 0, false, null);
    }

    /** Nobody is coming or going: another member may now come or go. */
    public boolean settled() {
        return answering && ghost == null && present == members && metadata == members && tokens == members;
    }

    /** As many members can die as it was made for. True too where there is none. */
    public boolean whole() {
        return seats == 0 || (settled() && members >= seats);
    }
}
