package io.carillon.gateway.api;

import io.carillon.domain.id.RunId;
import io.carillon.domain.id.Trigger;
import io.carillon.domain.job.JobCommand;
import io.carillon.domain.job.JobReply;
import io.carillon.engine.command.Owners;
import io.carillon.engine.command.Request;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** Owners that take note of commands and answer on a thread of their own, well unless told otherwise. */
public final class ScriptedOwners implements Owners, AutoCloseable {

    public static final Instant NEXT = Instant.parse("2026-03-02T09:00:00Z");

    public final List<JobCommand> asked = new CopyOnWriteArrayList<>();
    private final ExecutorService loop = Executors.newSingleThreadExecutor();
    private volatile @Nullable JobReply next;

    /** The answer to the next command only. */
    public void answerNext(JobReply reply) {
        next = reply;
    }

    @Override
    public void submit(Collection<? extends Request> requests) {
        for (Request request : requests) {
            Request.OfJob ofJob = (Request.OfJob) request;
            asked.add(ofJob.command());
            JobReply scripted = next;
            next = null;
            JobReply reply = scripted == null ? wellFor(ofJob.command()) : scripted;
            loop.execute(() -> ofJob.replyTo().accept(reply));
        }
    }

    @Override
    public void close() {
        loop.shutdownNow();
    }

    private static JobReply wellFor(JobCommand command) {
        if (command instanceof JobCommand.Create create) {
            return new JobReply.Created(create.jobId(), 1, NEXT, false);
        }
        if (command instanceof JobCommand.Replace replace) {
            return new JobReply.Replaced(replace.jobId(), 2, JobReply.Replaced.How.CHANGED);
        }
        if (command instanceof JobCommand.TriggerNow trigger) {
            return new JobReply.Triggered(RunId.of(trigger.jobId(), NEXT, Trigger.MANUAL, trigger.requestId()));
        }
        return new JobReply.Done();
    }
}
