package io.carillon.gateway.grpc;

import io.carillon.engine.command.Owners;
import io.carillon.engine.command.Request;
import io.carillon.engine.command.RunCommand;
import io.carillon.engine.command.RunReply;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Owners of runs that note what they are told, accept every report and know every held run. */
final class RunOwners implements Owners {

    final List<RunCommand> told = new CopyOnWriteArrayList<>();

    /** True: nobody hears anything of held runs. */
    volatile boolean silent;

    @Override
    public void submit(Collection<? extends Request> requests) {
        for (Request request : requests) {
            Request.OfRun ofRun = (Request.OfRun) request;
            told.add(ofRun.command());
            if (silent && ofRun.command() instanceof RunCommand.Held) {
                continue;
            }
            ofRun.replyTo()
                    .accept(
                            ofRun.command() instanceof RunCommand.Report
                                    ? new RunReply.Accepted()
                                    : new RunReply.Noted());
        }
    }

    List<RunCommand.Report> reports() {
        return told.stream()
                .filter(RunCommand.Report.class::isInstance)
                .map(RunCommand.Report.class::cast)
                .toList();
    }
}
