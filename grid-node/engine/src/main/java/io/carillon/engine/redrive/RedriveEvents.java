package io.carillon.engine.redrive;

import io.carillon.domain.store.Redrive.Answer;

/** What a redrive of many does, for counters. Called on its thread. */
@FunctionalInterface
public interface RedriveEvents {

    void answered(Answer answer);
}
