package io.carillon.verify.run;

import io.carillon.verify.cluster.StoreServer;
import java.nio.file.Path;

/** Makes the PostgreSQL of a cluster that is started for a verification. */
@FunctionalInterface
public interface StoreFactory {

    /** In this folder, with an empty database for the members. It runs. */
    StoreServer create(Path dir);
}
