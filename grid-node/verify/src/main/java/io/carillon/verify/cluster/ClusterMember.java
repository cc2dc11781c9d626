package io.carillon.verify.cluster;

/**
 * A member of the cluster under test.
 *
 * @param database the stretch of network between it and PostgreSQL
 */
public record ClusterMember(ChildProcess process, Door door, TcpRelay database) {}
