package io.carillon.worker.state;

/** One attempt of a run: what a lease, a result and an acknowledgement are about. */
public record AttemptKey(String runId, String jobId, long fencingToken) {

    @Override
    public String toString() {
        return "run=" + runId + " job=" + jobId + " token=" + fencingToken;
    }
}
