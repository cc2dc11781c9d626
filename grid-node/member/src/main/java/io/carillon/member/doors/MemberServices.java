package io.carillon.member.doors;

import io.carillon.domain.access.Principal;
import io.carillon.gateway.api.BackfillDesk;
import io.carillon.gateway.api.BatchDesk;
import io.carillon.gateway.api.DeadLetterDesk;
import io.carillon.gateway.api.EditDesk;
import io.carillon.gateway.api.History;
import io.carillon.gateway.api.JobDesk;
import io.carillon.gateway.api.JobRules;
import io.carillon.gateway.api.LedgerDesk;
import io.carillon.gateway.api.QuotaDesk;
import io.carillon.gateway.api.RunExplainer;
import io.carillon.gateway.api.TimeExplainer;
import io.carillon.gateway.grpc.DeadLetterEndpoint;
import io.carillon.gateway.grpc.JobDesks;
import io.carillon.gateway.grpc.JobEndpoint;
import io.carillon.gateway.grpc.LedgerEndpoint;
import io.carillon.gateway.grpc.OwnerEndpoint;
import io.carillon.gateway.grpc.WorkerEndpoint;
import io.carillon.gateway.grpc.WorkerTerms;
import io.carillon.member.wiring.Member;
import io.carillon.member.wiring.MemberSettings;
import io.grpc.BindableService;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** What a member answers to clients and workers, and the few threads that do. Whoever can call it is trusted. */
final class MemberServices implements AutoCloseable {

    private static final int REPLIES = 2;
    private static final int PUSHES = 2;
    private static final int QUERIES = 4;

    private final ExecutorService replies = Executors.newFixedThreadPool(REPLIES, named("carillon-reply"));
    private final ExecutorService pushes = Executors.newFixedThreadPool(PUSHES, named("carillon-push"));
    private final ExecutorService queries = Executors.newFixedThreadPool(QUERIES, named("carillon-query"));
    private final List<BindableService> all;

    MemberServices(Member member, MemberSettings settings, Duration heartbeat) {
        JobRules rules = new JobRules(member.schedules());
        JobDesk jobs = new JobDesk(member.owners(), rules, member.time(), replies);
        History history = new History(member.queries(), member.time(), member.schedules());
        JobDesks desks = new JobDesks(
                jobs,
                new BatchDesk(member.owners(), rules, member.time(), replies),
                new EditDesk(jobs, rules, history, member.time(), queries),
                new BackfillDesk(jobs, history, member.schedules(), member.time(), queries),
                history);
        WorkerTerms terms = new WorkerTerms(
                member.grid().ownership().memberId(),
                settings.loop().leases().duration(),
                heartbeat,
                settings.loop().leases().accept());
        this.all = List.of(
                new WorkerEndpoint(member.gateway(), terms, pushes),
                new JobEndpoint(desks, member.time(), MemberServices::trusted, queries),
                new LedgerEndpoint(
                        new LedgerDesk(member.ledger(), member.schedules(), settings.historyRetention(), member.time()),
                        new RunExplainer(history, member::liveRun, member.surroundings(), member.time()),
                        new TimeExplainer(member.ledger(), member.schedules(), member.time()),
                        MemberServices::trusted,
                        queries),
                new OwnerEndpoint(new QuotaDesk(member.quotas(), member.time()), MemberServices::trusted, queries),
                new DeadLetterEndpoint(
                        jobs,
                        new DeadLetterDesk(member.deadLetters(), member.redrives(), member.time()),
                        member.time(),
                        MemberServices::trusted,
                        queries));
    }

    List<BindableService> all() {
        return all;
    }

    /** What is under way ends; nothing new is taken. */
    @Override
    public void close() {
        List.of(queries, replies, pushes).forEach(ExecutorService::shutdown);
    }

    private static Principal trusted() {
        return Principal.ANONYMOUS;
    }

    private static ThreadFactory named(String name) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, name + "-" + number.getAndIncrement());
            thread.setDaemon(true);
            return thread;
        };
    }
}
