package io.carillon.gateway.rest;

import io.carillon.gateway.api.Samples;

/** Answers to the byte: a change here is a change of the product. */
final class Golden {

    static final String PLAIN_JOB = """
            {"job_id":"01890000-0000-7000-8000-000000000001","owner_id":"default","key":null,"name":"hello",\
            "status":"active","revision":1,"created_at":"2026-02-28T08:30:00.500Z","schedule":null,"time_zone":"UTC",\
            "run_at":"2026-03-01T12:01:00Z","next_run_at":"2026-03-01T12:01:00Z",\
            "next_nominal_at":"2026-03-01T12:01:00Z","jitter_s":0,"catching_up_from":null,"payload":null,"pool":"default","handler":"hello",\
            "http":null,"retry":{"max":3,"backoff":[10,30,120]},"timeout_s":300,"start_before_s":null,\
            "misfire":"run_once","misfire_after_s":300,"overlap":"allow","timing":null,"priority":5,\
            "starts_at":null,"ends_at":null,"labels":{},"last_run":null}""";

    static final String FULL_JOB = """
            {"job_id":"01890000-0000-7000-8000-000000000002","owner_id":"acme","key":"report-1",\
            "name":"nightly \\"report\\"","status":"paused","revision":7,"created_at":"2026-02-28T08:30:00.500Z",\
            "schedule":"0 10 * * *","time_zone":"Europe/Berlin","run_at":null,"next_run_at":"2026-03-02T09:00:17Z",\
            "next_nominal_at":"2026-03-02T09:00:00Z","jitter_s":120,"catching_up_from":null,"payload":{"a" : [1.50, null]},"pool":"reports",\
            "handler":"http","http":{"url":"https://example.org/hook","method":"PUT","headers":{"X-A":"1","X-B":"2"}},\
            "retry":{"max":5,"backoff":{"initial_s":1.5,"factor":3,"max_s":600,"jitter":0.5}},"timeout_s":2.5,\
            "start_before_s":60,"misfire":"run_all","misfire_after_s":30,"overlap":"queue_one","timing":"flexible",\
            "priority":9,"starts_at":"2026-01-01T00:00:00Z","ends_at":"2027-01-01T00:00:00Z",\
            "labels":{"team":"blue"},"last_run":{"run_id":"%s","status":"succeeded",\
            "started_at":"2026-03-01T09:00:12.345Z"}}""".formatted(Samples.RETRIED);

    static final String LISTED_RUN = """
            {"run_id":"%s","job_id":"01890000-0000-7000-8000-000000000002","revision":7,"status":"succeeded",\
            "terminal":true,"attempt":2,"trigger":"schedule","nominal_at":"2026-03-01T09:00:00Z",\
            "due_at":"2026-03-01T09:00:02Z","started_at":"2026-03-01T09:00:12.345Z",\
            "ended_at":"2026-03-01T09:00:12.595Z","worker_id":"worker-2","fencing_token":43,"retry_at":null,\
            "reason":null,"error":{"type":"java.io.IOException","message":"connection reset","stack":null}}""".formatted(Samples.RETRIED);

    static final String WHOLE_RUN = LISTED_RUN.substring(0, LISTED_RUN.length() - 1) + """
            ,"attempts":[{"attempt":1,"worker_id":"worker-1","fencing_token":42,"started_at":"2026-03-01T09:00:02Z",\
            "ended_at":"2026-03-01T09:00:03Z","end":"failed",\
            "error":{"type":"java.io.IOException","message":"connection reset","stack":null}},\
            {"attempt":2,"worker_id":"worker-2","fencing_token":43,"started_at":"2026-03-01T09:00:12.345Z",\
            "ended_at":"2026-03-01T09:00:12.595Z","end":"succeeded","error":null}],"result":{"rows":3},\
            "progress":{"fraction":0.25,"message":"rows 1 to 3","at":"2026-03-01T09:00:12.500Z","fencing_token":43},\
            "checkpoint":{"bytes":17,"saved_at":"2026-03-01T09:00:02.900Z","fencing_token":42},\
            "logs":[{"attempt":1,"fencing_token":42,"dropped":7,\
            "lines":[{"at":"2026-03-01T09:00:02.500Z","text":"connecting"}]}]}""";

    static final String WAITING_RUN = """
            {"run_id":"%s","job_id":"01890000-0000-7000-8000-000000000001","revision":1,"status":"scheduled",\
            "terminal":false,"attempt":0,"trigger":"schedule","nominal_at":"2026-03-01T12:01:00Z",\
            "due_at":"2026-03-01T12:01:00Z","started_at":null,"ended_at":null,"worker_id":null,\
            "fencing_token":null,"retry_at":null,"reason":null,"error":null}""".formatted(Samples.WAITING);

    private Golden() {}
}
