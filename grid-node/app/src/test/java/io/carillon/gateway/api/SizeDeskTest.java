package io.carillon.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.carillon.domain.store.ClusterSize;
import org.junit.jupiter.api.Test;

class SizeDeskTest {

    private final StoredSize stored = new StoredSize();
    private final SizeDesk desk = new SizeDesk(stored, () -> 3);

    @Test
    void whoever_loses_against_another_change_hears_what_stands_and_no_yes() {
        stored.outrunBy(new ClusterSize(4, 3, 3, 2));
        assertThatThrownBy(() -> desk.change(5, null, false, new Violations()))
                .isInstanceOfSatisfying(ProblemException.class, e -> {
                    assertThat(e.problem().type()).isEqualTo(ProblemType.CLUSTER_SIZE_CHANGED);
                    assertThat(e.problem().detail()).contains("4 members are expected now");
                });
        assertThat(desk.change(5, null, false, new Violations()).expected()).isEqualTo(5);
    }

    @Test
    void whoever_loses_against_the_same_change_has_what_he_wants() {
        stored.outrunBy(new ClusterSize(5, 3, 3, 2));
        assertThat(desk.change(5, 3, false, new Violations())).isEqualTo(new ClusterSize(5, 3, 3, 2));
    }

    @Test
    void other_cp_members_than_asked_for_are_no_yes_either() {
        stored.outrunBy(new ClusterSize(5, 3, 5, 2));
        assertThatThrownBy(() -> desk.change(5, 3, false, new Violations())).isInstanceOf(ProblemException.class);
    }
}
