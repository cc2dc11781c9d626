package io.carillon.engine.gateway;

import io.carillon.domain.id.RunId;
import io.carillon.engine.command.Owners;
import io.carillon.engine.command.Request;
import io.carillon.engine.command.Request.OfRun;
import io.carillon.engine.command.RunCommand;
import io.carillon.engine.command.RunReply;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Owners that answer as told, or stay silent until told. */
final class ScriptedOwners implements Owners {

    final List<RunCommand> asked = new ArrayList<>();
    final List<Integer> batchSizes = new ArrayList<>();
    private final Map<RunId, RunReply> answers = new HashMap<>();
    private final List<OfRun> silent = new ArrayList<>();

    void answer(RunId run, RunReply reply) {
        answers.put(run, reply);
    }

    void fallSilent(RunId run) {
        answers.remove(run);
    }

    /** Answers what this run has been asked so far. */
    void answerNow(RunId run, RunReply reply) {
        List<OfRun> open = silent.stream()
                .filter(request -> request.command().runId().equals(run))
                .toList();
        silent.removeAll(open);
        open.forEach(request -> request.replyTo().accept(reply));
    }

    @Override
    public void submit(Collection<? extends Request> requests) {
        batchSizes.add(requests.size());
        for (Request request : requests) {
            OfRun ofRun = (OfRun) request;
            asked.add(ofRun.command());
            RunReply reply = answers.get(ofRun.command().runId());
            if (reply == null) {
                silent.add(ofRun);
            } else {
                ofRun.replyTo().accept(reply);
            }
        }
    }
}
