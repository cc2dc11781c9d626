package io.carillon.engine.alert;

import io.carillon.domain.alert.PostOutcome;

/** What becomes of alerts, for counters. Called on the loop's thread. */
public interface AlertEvents {

    void delivered();

    void failed(PostOutcome.Kind why);

    void givenUp();

    /** Nobody wanted to be told of them. */
    void dropped(int alerts);
}
