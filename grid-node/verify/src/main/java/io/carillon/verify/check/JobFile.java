package io.carillon.verify.check;

import io.carillon.verify.evidence.Definition;
import io.carillon.verify.evidence.JobSaid;
import io.carillon.verify.evidence.LedgerSaid;
import io.carillon.verify.evidence.Request;
import io.carillon.verify.evidence.Trigger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All that is known of one job.
 *
 * @param requests for it, by number, refused ones too
 * @param definitions by the number of the request that brought them, as far as they may be in force
 * @param runs by id
 */
record JobFile(
        UUID id,
        String name,
        @Nullable JobSaid said,
        List<Request> requests,
        JobStory story,
        Map<Long, DefinitionFile> definitions,
        List<RunFile> runs,
        List<LedgerSaid> ledgers) {

    JobFile {
        requests = List.copyOf(requests);
        // In their order, so that the same evidence gives the same report.
        definitions = Collections.unmodifiableMap(new LinkedHashMap<>(definitions));
        runs = List.copyOf(runs);
        ledgers = List.copyOf(ledgers);
    }

    Stream<RunFile> scheduled() {
        return runs.stream().filter(run -> run.trigger() == Trigger.SCHEDULE);
    }

    Stream<Request> requests(Request.Kind kind) {
        return requests.stream().filter(request -> request.kind() == kind && request.mayBeDone());
    }

    Optional<RunFile> run(UUID run) {
        return runs.stream().filter(each -> each.id().equals(run)).findFirst();
    }

    /** Those that may be in force at the nominal time, paused or not. */
    List<DefinitionFile> definitionsAt(Instant nominal) {
        List<DefinitionFile> inForce = new ArrayList<>();
        for (JobState state : story.at(nominal)) {
            DefinitionFile file = definitions.get(state.definition());
            if (file != null && !inForce.contains(file)) {
                inForce.add(file);
            }
        }
        return inForce;
    }

    boolean mayBeCancelled(UUID run) {
        return requests(Request.Kind.CANCEL).anyMatch(request -> run.equals(request.run()));
    }

    boolean isOneOffThroughout() {
        return definitions.values().stream().allMatch(file -> file.definition().runAt() != null);
    }

    /** Whether every definition makes runs take turns. */
    boolean takesTurnsThroughout() {
        return definitions.values().stream().allMatch(file -> file.takesTurns());
    }

    boolean mayTakeTurns() {
        return definitions.values().stream().anyMatch(file -> file.takesTurns());
    }

    String owner() {
        String owner = definitions.values().stream()
                .map(DefinitionFile::definition)
                .map(Definition::owner)
                .filter(java.util.Objects::nonNull)
                .findFirst()
                .orElse("");
        return said == null || said.owner() == null ? owner : said.owner();
    }

    String named() {
        return "job " + name;
    }
}
