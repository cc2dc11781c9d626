package io.carillon.client;

/**
 * What became of a job that was put.
 *
 * @param created false: there was one of this id, which may have been like this already
 */
public record PutJob(Job job, boolean created) {}
