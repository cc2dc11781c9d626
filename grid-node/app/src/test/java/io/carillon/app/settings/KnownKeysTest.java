package io.carillon.app.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.ConfigurationProperties;

class KnownKeysTest {

    /** A setting that is read but not known could never be set; one that is known but not read would be ignored. */
    @Test
    void the_known_keys_are_exactly_those_that_are_read() {
        List<String> read = new ArrayList<>();
        for (Class<? extends Record> type : EverySettingCheck.ALL) {
            addKeys(type.getAnnotation(ConfigurationProperties.class).value(), type, read);
        }
        assertThat(KnownKeys.ofMember().all()).containsExactlyInAnyOrderElementsOf(read);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "carillon.lease.duration",
                "carillon.cluster.bindAddress",
                "carillon.cluster.members[3]",
                "CARILLON_LEASE_DURATION",
                "CARILLON_CLUSTER_BINDADDRESS",
                "CARILLON_CLUSTER_BIND_ADDRESS",
                "CARILLON_CLUSTER_MEMBERS_0",
                "carillon.worker.slots",
                "CARILLON_WORKER_POOL",
                "server.port",
                "carillonlike.key",
                "CARILLONHOME",
            })
    void every_form_of_a_known_key_passes_and_so_do_strangers(String name) {
        assertThat(KnownKeys.ofMember().complaints(List.of(name))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "carillon.lease.durration, carillon.lease.duration",
        "carillon.leases.duration, carillon.lease.duration",
        "CARILLON_LEASE_HEARTBEATS, carillon.lease.heartbeat",
        "carillon.cluster.member, carillon.cluster.members",
        "carillon.embeded-postgres.dir, carillon.embedded-postgres.dir",
    })
    void an_unknown_key_is_named_with_the_nearest_known_one(String name, String nearest) {
        assertThat(KnownKeys.ofMember().complaints(List.of(name)))
                .containsExactly("unknown setting " + name + "; did you mean " + nearest + "?");
    }

    @Test
    void a_key_like_no_other_is_named_alone() {
        assertThat(KnownKeys.ofMember().complaints(List.of("carillon.zzzzzz")))
                .containsExactly("unknown setting carillon.zzzzzz");
    }

    private static void addKeys(String prefix, Class<?> type, List<String> keys) {
        for (RecordComponent component : type.getRecordComponents()) {
            String key = prefix + "."
                    + component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
            if (component.getType().isRecord()) {
                addKeys(key, component.getType(), keys);
            } else {
                keys.add(key);
            }
        }
    }
}
