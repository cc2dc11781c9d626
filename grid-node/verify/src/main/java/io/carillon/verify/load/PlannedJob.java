package io.carillon.verify.load;

import io.carillon.verify.evidence.Definition;
import io.carillon.verify.witness.Behaviour;
import java.util.UUID;

/**
 * A job to be created.
 *
 * @param chosenId its id where callers choose one
 * @param behaviour how its target answers; travels as its payload
 */
public record PlannedJob(UUID chosenId, Definition definition, Behaviour behaviour) {

    String name() {
        return definition.name();
    }
}
