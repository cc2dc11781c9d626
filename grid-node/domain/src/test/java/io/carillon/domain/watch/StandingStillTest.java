package io.carillon.domain.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.carillon.domain.id.JobId;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class StandingStillTest {

    private static final JobId JOB = JobId.parse("0190163d-8694-739b-aea5-966c26f8ad91");

    private final StandingStill standing = new StandingStill();

    @Test
    void only_what_two_looks_see_unchanged_stands_still() {
        assertThat(standing.next(List.of(at(1)))).as("the first look").isEmpty();
        assertThat(standing.next(List.of(at(2)))).as("somebody has moved it").isEmpty();
        assertThat(standing.next(List.of(at(2)))).containsExactly(at(2));
        assertThat(standing.next(List.of())).as("planned").isEmpty();
        assertThat(standing.next(List.of(at(2))))
                .as("the last look did not see it")
                .isEmpty();
    }

    private static OverdueJob at(long version) {
        return new OverdueJob(JOB, version, Instant.EPOCH);
    }
}
