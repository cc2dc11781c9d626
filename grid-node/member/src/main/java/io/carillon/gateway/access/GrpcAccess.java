package io.carillon.gateway.access;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What each call over gRPC asks for, by its full name. What does not stand here is answered to nobody; a method without a row
 * fails a test.
 */
public final class GrpcAccess {

    private GrpcAccess() {}

    public static Map<String, Need> calls() {
        Map<String, Need> calls = new LinkedHashMap<>();
        put(calls, Need.VIEWER, "carillon.v1.JobService", List.of("GetJob", "ListJobs", "GetRun", "ListRuns"));
        put(calls, Need.VIEWER, "carillon.v1.LedgerService", List.of("GetLedger", "ExplainRun", "ExplainTime"));
        put(calls, Need.VIEWER, "carillon.v1.DeadLetterService", List.of("ListDeadLetters", "GetRedrive"));
        put(calls, Need.VIEWER, "carillon.v1.OwnerService", List.of("GetQuota"));
        put(
                calls,
                Need.OPERATOR,
                "carillon.v1.JobService",
                List.of(
                        "CreateJob",
                        "CreateJobs",
                        "CreateJobStream",
                        "UpdateJob",
                        "PutJob",
                        "DeleteJob",
                        "PauseJob",
                        "ResumeJob",
                        "TriggerJob",
                        "BackfillJob",
                        "CancelRun"));
        put(
                calls,
                Need.OPERATOR,
                "carillon.v1.DeadLetterService",
                List.of("RedriveRun", "RedriveDeadLetters", "StopRedrive"));
        put(calls, Need.ADMIN_OF_ALL, "carillon.v1.OwnerService", List.of("SetQuota"));
        put(calls, Need.WORKER, "carillon.v1.WorkerService", List.of("Connect"));
        put(calls, Need.NOTHING, "grpc.health.v1.Health", List.of("Check", "Watch"));
        // What is offered here is no secret; who asks for it without a key is looking for doors.
        put(calls, Need.ADMIN, "grpc.reflection.v1.ServerReflection", List.of("ServerReflectionInfo"));
        put(calls, Need.ADMIN, "grpc.reflection.v1alpha.ServerReflection", List.of("ServerReflectionInfo"));
        return calls;
    }

    private static void put(Map<String, Need> calls, Need need, String service, List<String> methods) {
        methods.forEach(method -> calls.put(service + "/" + method, need));
    }
}
