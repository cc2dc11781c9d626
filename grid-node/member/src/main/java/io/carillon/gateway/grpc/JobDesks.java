package io.carillon.gateway.grpc;

import io.carillon.gateway.api.BackfillDesk;
import io.carillon.gateway.api.BatchDesk;
import io.carillon.gateway.api.EditDesk;
import io.carillon.gateway.api.History;
import io.carillon.gateway.api.JobDesk;

/** All that a user can ask about jobs and runs. */
public record JobDesks(JobDesk jobs, BatchDesk batches, EditDesk edits, BackfillDesk backfills, History history) {}
