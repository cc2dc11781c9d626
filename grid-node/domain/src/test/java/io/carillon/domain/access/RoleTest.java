package io.carillon.domain.access;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoleTest {

    @ParameterizedTest
    @CsvSource({
        "ADMIN, ADMIN, true",
        "ADMIN, OPERATOR, true",
        "ADMIN, VIEWER, true",
        "ADMIN, WORKER, false",
        "OPERATOR, ADMIN, false",
        "OPERATOR, OPERATOR, true",
        "OPERATOR, VIEWER, true",
        "OPERATOR, WORKER, false",
        "VIEWER, ADMIN, false",
        "VIEWER, OPERATOR, false",
        "VIEWER, VIEWER, true",
        "VIEWER, WORKER, false",
        "WORKER, ADMIN, false",
        "WORKER, OPERATOR, false",
        "WORKER, VIEWER, false",
        "WORKER, WORKER, true",
    })
    void a_role_includes_those_below_it_and_a_worker_is_beside_them(Role role, Role needed, boolean includes) {
        assertThat(role.includes(needed)).isEqualTo(includes);
    }

    @Test
    void roles_are_read_as_they_are_written() {
        for (Role role : Role.values()) {
            assertThat(Role.of(role.text())).contains(role);
        }
        assertThat(Role.of("ADMIN")).isEmpty();
        assertThat(Role.of("")).isEmpty();
    }
}
