package io.carillon.verify.cluster;

/** What a cluster is made of, as far as faults and recovery go. */
public enum ClusterPart {
    MEMBERS,
    WORKERS,
    STORE
}
