package io.carillon.app.wiring;

import io.carillon.member.wiring.Member;
import java.time.Duration;
import java.util.Map;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/** For a hook before a member is stopped: answers when the CP group can bear it, after half a minute in any case. */
@Endpoint(id = "settled")
final class SettledEndpoint {

    private static final Duration WAIT_MAX = Duration.ofSeconds(30);

    private final Member member;

    SettledEndpoint(Member member) {
        this.member = member;
    }

    @ReadOperation
    public Map<String, Boolean> settled() {
        return Map.of("settled", member.awaitSettled(WAIT_MAX));
    }
}
