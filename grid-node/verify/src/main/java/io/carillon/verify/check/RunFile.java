package io.carillon.verify.check;

import io.carillon.verify.evidence.Call;
import io.carillon.verify.evidence.RunSaid;
import io.carillon.verify.evidence.Trigger;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All that is known of one run. There is a call, or the product's word, or both.
 *
 * @param calls by arrival
 */
record RunFile(UUID id, @Nullable RunSaid said, List<Call> calls) {
    RunFile {
        calls = List.copyOf(calls);
    }

    UUID job() {
        return calls.isEmpty()
                ? Objects.requireNonNull(said).job()
                : calls.get(0).job();
    }

    Trigger trigger() {
        return calls.isEmpty()
                ? Objects.requireNonNull(said).trigger()
                : calls.get(0).arrival().trigger();
    }

    Instant nominalAt() {
        return calls.isEmpty()
                ? Objects.requireNonNull(said).nominalAt()
                : calls.get(0).arrival().nominalAt();
    }

    Instant dueAt() {
        return calls.isEmpty()
                ? Objects.requireNonNull(said).dueAt()
                : calls.get(0).arrival().dueAt();
    }

    boolean isCalled() {
        return !calls.isEmpty();
    }

    List<RunSaid.AttemptSaid> attempts() {
        return said == null || said.attempts() == null ? List.of() : said.attempts();
    }

    Optional<RunSaid.AttemptSaid> attemptOf(long token) {
        return attempts().stream().filter(attempt -> attempt.token() == token).findFirst();
    }

    /** When the attempt of a call began: the product's word if it came earlier than the call, which may have been on its way. */
    Instant startOf(Call call) {
        Instant start =
                attemptOf(call.token()).map(RunSaid.AttemptSaid::startedAt).orElse(null);
        if (start == null && said != null && said.token() == call.token()) {
            start = said.startedAt();
        }
        return start == null || start.isAfter(call.arrivedAt()) ? call.arrivedAt() : start;
    }

    /** When it was first taken up: the first call, or an earlier attempt that never came as far as the target. */
    Optional<Instant> firstStart() {
        Stream<Instant> neverCame = attempts().stream()
                .filter(attempt -> calls.stream().noneMatch(call -> call.token() == attempt.token()))
                .map(RunSaid.AttemptSaid::startedAt)
                .filter(Objects::nonNull);
        return Stream.concat(calls.stream().map(Call::arrivedAt), neverCame).min(Instant::compareTo);
    }

    /** When the attempt of a call was over, for the product or for the target; null: it was going on. */
    @Nullable
    Instant endOf(Call call) {
        Instant answered = call.answeredAt();
        Instant ended =
                attemptOf(call.token()).map(RunSaid.AttemptSaid::endedAt).orElse(null);
        if (answered == null || (ended != null && ended.isBefore(answered))) {
            return ended;
        }
        return answered;
    }

    String named() {
        return "run " + id;
    }
}
