package io.carillon.worker.runtime;

import java.util.concurrent.atomic.LongAdder;

/** What has happened since the start. Written by the worker's thread, read by any. */
final class WorkerCounters {
    final LongAdder assigned = new LongAdder();
    final LongAdder succeeded = new LongAdder();
    final LongAdder failed = new LongAdder();
    final LongAdder timedOut = new LongAdder();
    final LongAdder handedBack = new LongAdder();
    final LongAdder leasesLost = new LongAdder();
    final LongAdder staleResults = new LongAdder();
    final LongAdder resentResults = new LongAdder();
    final LongAdder connects = new LongAdder();
}
