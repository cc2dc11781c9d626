package io.carillon.gateway.rest;

import static io.carillon.gateway.api.ProblemType.API_KEY_ENDED;
import static io.carillon.gateway.api.ProblemType.CLUSTER_SIZE_CHANGED;
import static io.carillon.gateway.api.ProblemType.CLUSTER_TOO_SMALL;
import static io.carillon.gateway.api.ProblemType.FORBIDDEN;
import static io.carillon.gateway.api.ProblemType.ID_TAKEN;
import static io.carillon.gateway.api.ProblemType.JOB_DELETED;
import static io.carillon.gateway.api.ProblemType.JOB_EXISTS;
import static io.carillon.gateway.api.ProblemType.KEY_TAKEN;
import static io.carillon.gateway.api.ProblemType.NOT_FOUND;
import static io.carillon.gateway.api.ProblemType.PAYLOAD_TOO_LARGE;
import static io.carillon.gateway.api.ProblemType.QUOTA_EXCEEDED;
import static io.carillon.gateway.api.ProblemType.RUN_AT_PASSED;
import static io.carillon.gateway.api.ProblemType.RUN_NOT_CANCELLABLE;
import static io.carillon.gateway.api.ProblemType.RUN_NOT_DEAD;
import static io.carillon.gateway.api.ProblemType.STALE_REVISION;
import static io.carillon.gateway.api.ProblemType.STATISTICS_OFF;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the API's description says of each call, by method and path without the version. The paths themselves come from the
 * controllers; a call that stands here and not there, or the other way round, fails a test.
 */
final class ApiCalls {

    private static final Map<String, ApiCall> CALLS = calls();

    private ApiCalls() {}

    static @Nullable ApiCall of(String methodAndPath) {
        return CALLS.get(methodAndPath);
    }

    static Map<String, ApiCall> all() {
        return CALLS;
    }

    private static Map<String, ApiCall> calls() {
        Map<String, ApiCall> calls = new LinkedHashMap<>();
        jobs(calls);
        runs(calls);
        explanations(calls);
        deadLetters(calls);
        calls.put(
                "PUT /owners/{owner}/alerts",
                ApiCall.of("Tells an owner's dead letters to a webhook, or nobody")
                        .takes("WebhookRequest")
                        .gives(200, "Webhook")
                        .refuses(FORBIDDEN));
        calls.put(
                "GET /owners/{owner}/alerts",
                ApiCall.of("An owner's webhook and how it does")
                        .gives(200, "WebhookState")
                        .refuses(FORBIDDEN, NOT_FOUND));
        calls.put(
                "PUT /owners/{owner}/quota",
                ApiCall.of("Limits what an owner may have; what is not named has no limit, or the default")
                        .takes("QuotaRequest")
                        .gives(200, "Quota")
                        .refuses(FORBIDDEN));
        calls.put(
                "GET /owners/{owner}/quota",
                ApiCall.of("What an owner may have, and what it has")
                        .gives(200, "Quota")
                        .refuses(FORBIDDEN));
        access(calls);
        calls.put(
                "GET /forecast",
                ApiCall.of("What falls due in the coming hour, and how many workers that takes")
                        .query("pool", "minutes")
                        .gives(200, "Forecast"));
        calls.put(
                "GET /statistics",
                ApiCall.of("Starts, outcomes, delays and durations of a pool, an owner or a job lately")
                        .query("pool", "owner_id", "job_id")
                        .gives(200, "Statistics")
                        .refuses(NOT_FOUND, STATISTICS_OFF));
        calls.put(
                "GET /cluster", ApiCall.of("The cluster as this member sees it").gives(200, "Cluster"));
        calls.put(
                "PUT /cluster/size",
                ApiCall.of("Changes how many members the cluster has when it is healthy")
                        .query("force")
                        .takes("ClusterSize")
                        .gives(200, "ClusterSize")
                        .refuses(CLUSTER_TOO_SMALL, CLUSTER_SIZE_CHANGED));
        calls.put("GET /openapi.json", ApiCall.of("This description").gives(200, "Description"));
        return calls;
    }

    private static void access(Map<String, ApiCall> calls) {
        calls.put(
                "POST /api-keys",
                ApiCall.of("Makes an API key, which is told this once; a repeat makes another one")
                        .takes("NewApiKey")
                        .gives(201, "MadeApiKey"));
        calls.put(
                "GET /api-keys",
                ApiCall.of("API keys, newest first, without their secrets")
                        .query("limit", "cursor")
                        .gives(200, "ApiKeys"));
        calls.put(
                "POST /api-keys/{id}/rotate",
                ApiCall.of("Gives an API key another secret; the present one stays good for a while")
                        .takes("KeyRotation")
                        .gives(200, "MadeApiKey")
                        .refuses(NOT_FOUND, API_KEY_ENDED));
        calls.put(
                "DELETE /api-keys/{id}",
                ApiCall.of("Revokes an API key").gives(204, null).refuses(NOT_FOUND));
        calls.put(
                "GET /audit",
                ApiCall.of("Who changed what, newest first")
                        .query("owner_id", "subject", "action", "target", "from", "to", "limit", "cursor")
                        .gives(200, "AuditEntries"));
    }

    private static void jobs(Map<String, ApiCall> calls) {
        calls.put(
                "POST /jobs",
                ApiCall.of("Creates a job; 200 if its job_id names this very job already")
                        .takes("NewJob")
                        .gives(201, "CreatedJob")
                        .gives(200, "CreatedJob")
                        .refuses(FORBIDDEN, ID_TAKEN, KEY_TAKEN, QUOTA_EXCEEDED, PAYLOAD_TOO_LARGE)
                        .takesKey());
        calls.put(
                "POST /jobs:batch",
                ApiCall.of("Creates up to 10,000 jobs, each for itself")
                        .takes("NewJobs")
                        .gives(200, "CreatedJobs")
                        .refuses(PAYLOAD_TOO_LARGE)
                        .takesKey());
        calls.put("GET /jobs/{id}", ApiCall.of("A job").gives(200, "Job").refuses(NOT_FOUND));
        calls.put(
                "GET /jobs",
                ApiCall.of("Jobs, newest first")
                        .query("owner_id", "status", "name", "pool", "limit", "cursor")
                        .gives(200, "Jobs"));
        calls.put(
                "PUT /jobs/{id}",
                ApiCall.of(
                                "Creates a job under the id in the path, or gives it another definition; the same changes nothing")
                        .header("If-Match", "If-None-Match")
                        .takes("NewJob")
                        .gives(201, "Job")
                        .gives(200, "Job")
                        .refuses(
                                FORBIDDEN,
                                NOT_FOUND,
                                ID_TAKEN,
                                KEY_TAKEN,
                                QUOTA_EXCEEDED,
                                JOB_DELETED,
                                RUN_AT_PASSED,
                                STALE_REVISION,
                                JOB_EXISTS));
        calls.put(
                "PATCH /jobs/{id}",
                ApiCall.of("Changes what the body names; nothing owed is lost or doubled at the seam")
                        .header("If-Match", "If-None-Match")
                        .takesPatch("JobPatch")
                        .gives(200, "Job")
                        .refuses(NOT_FOUND, KEY_TAKEN, QUOTA_EXCEEDED, JOB_DELETED, RUN_AT_PASSED, STALE_REVISION));
        calls.put(
                "POST /jobs/{id}/backfill",
                ApiCall.of("Makes runs for a window that has passed; 200 for a preview, which makes none")
                        .query("preview")
                        .takes("BackfillRequest")
                        .gives(202, "Backfill")
                        .gives(200, "Backfill")
                        .refuses(NOT_FOUND, JOB_DELETED)
                        .takesKey());
        calls.put(
                "DELETE /jobs/{id}",
                ApiCall.of("Deletes a job; its runs that are not running are cancelled")
                        .query("cancel_running")
                        .gives(204, null)
                        .refuses(NOT_FOUND));
        calls.put(
                "POST /jobs/{id}/pause",
                ApiCall.of("Stops new runs").query("hold").gives(204, null).refuses(NOT_FOUND, JOB_DELETED));
        calls.put(
                "POST /jobs/{id}/resume",
                ApiCall.of("Ends a pause").gives(204, null).refuses(NOT_FOUND, JOB_DELETED));
        calls.put(
                "POST /jobs/{id}/trigger",
                ApiCall.of("Makes a run now; the schedule does not move")
                        .takes("Trigger")
                        .gives(202, "RunRef")
                        .refuses(NOT_FOUND, JOB_DELETED, PAYLOAD_TOO_LARGE)
                        .takesKey());
        calls.put(
                "GET /jobs/{id}/next",
                ApiCall.of("A job's coming times")
                        .query("n")
                        .gives(200, "Times")
                        .refuses(NOT_FOUND));
        calls.put(
                "POST /schedules/preview",
                ApiCall.of("The times of a schedule").takes("PreviewRequest").gives(200, "Times"));
        calls.put(
                "GET /jobs/{id}/ledger",
                ApiCall.of("What became of every occurrence of a window")
                        .query("from", "to", "limit", "cursor")
                        .gives(200, "Ledger")
                        .refuses(NOT_FOUND));
    }

    private static void runs(Map<String, ApiCall> calls) {
        calls.put(
                "GET /jobs/{id}/runs",
                ApiCall.of("A job's runs, newest first")
                        .query("status", "limit", "cursor")
                        .gives(200, "Runs")
                        .refuses(NOT_FOUND));
        calls.put(
                "GET /runs",
                ApiCall.of("Runs, newest first")
                        .query("job_id", "owner_id", "pool", "status", "from", "to", "limit", "cursor")
                        .gives(200, "Runs"));
        calls.put(
                "GET /runs/{id}",
                ApiCall.of("A run with its attempts and its result")
                        .gives(200, "WholeRun")
                        .refuses(NOT_FOUND));
        calls.put(
                "POST /runs/{id}/cancel",
                ApiCall.of("Cancels a run").gives(202, "RunRef").refuses(NOT_FOUND, RUN_NOT_CANCELLABLE));
    }

    private static void explanations(Map<String, ApiCall> calls) {
        calls.put(
                "GET /runs/{id}/explain",
                ApiCall.of("Why a run is where it is")
                        .gives(200, "RunExplanation")
                        .refuses(NOT_FOUND));
        calls.put(
                "GET /jobs/{id}/explain",
                ApiCall.of("Whether a job runs at a time, and why not")
                        .query("at")
                        .gives(200, "TimeExplanation")
                        .refuses(NOT_FOUND));
    }

    private static void deadLetters(Map<String, ApiCall> calls) {
        calls.put(
                "GET /dead-letters",
                ApiCall.of("Dead runs, newest first")
                        .query("job_id", "owner_id", "pool", "from", "to", "limit", "cursor")
                        .gives(200, "DeadLetters"));
        calls.put(
                "POST /dead-letters/{id}/redrive",
                ApiCall.of("Takes a dead run back to the queue")
                        .gives(202, "RunRef")
                        .refuses(NOT_FOUND, RUN_NOT_DEAD, JOB_DELETED)
                        .takesKey());
        calls.put(
                "POST /dead-letters:redrive",
                ApiCall.of("Takes all dead runs that match back to the queue, in the background")
                        .takes("RedriveRequest")
                        .gives(202, "Redrive")
                        .refuses(FORBIDDEN, ID_TAKEN)
                        .takesKey());
        calls.put(
                "GET /dead-letters/redrives/{id}",
                ApiCall.of("How far a redrive of many is").gives(200, "Redrive").refuses(NOT_FOUND));
        calls.put(
                "DELETE /dead-letters/redrives/{id}",
                ApiCall.of("Ends a redrive of many before its end")
                        .gives(200, "Redrive")
                        .refuses(NOT_FOUND));
    }
}
