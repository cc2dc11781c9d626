package io.carillon.verify.check;

import io.carillon.verify.evidence.Request;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** How many runs of an owner may run at once. */
final class Quotas {

    private Quotas() {}

    /** Whether it had a limit at any time. */
    static boolean isLimited(CaseFile file, String owner) {
        return requests(file, owner).stream().anyMatch(request -> limitOf(request) != Long.MAX_VALUE);
    }

    /** What surely nothing may exceed that starts at this instant: empty if there is no limit, or none is certain. */
    static OptionalLong limitAt(CaseFile file, String owner, Instant instant, Duration slack) {
        long limit = Long.MAX_VALUE;
        for (Request request : requests(file, owner)) {
            boolean over =
                    request.acknowledged() && request.answeredAt().plus(slack).isBefore(instant);
            boolean begun = !request.sentAt().minus(slack).isAfter(instant);
            if (over) {
                limit = limitOf(request);
            } else if (begun) {
                limit = Math.max(limit, limitOf(request));
            }
        }
        return limit == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(limit);
    }

    private static List<Request> requests(CaseFile file, String owner) {
        List<Request> requests = new ArrayList<>();
        for (Request request : file.quotas()) {
            Request.Option option = request.option();
            if (option != null && owner.equals(option.owner())) {
                requests.add(request);
            }
        }
        return requests;
    }

    private static long limitOf(Request request) {
        Request.Option option = request.option();
        Long limit = option == null ? null : option.maxRunning();
        return limit == null ? Long.MAX_VALUE : limit;
    }
}
