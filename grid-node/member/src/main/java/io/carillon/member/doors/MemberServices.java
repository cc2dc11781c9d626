package io.carillon.member.doors;

import io.carillon.gateway.grpc.DeadLetterEndpoint;
import io.carillon.gateway.grpc.GrpcCaller;
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

/** What a member answers to clients and workers, and the few threads that do. Whoever can call it is trusted. */
final class MemberServices implements AutoCloseable {

    private static final int QUERIES = 4;

    private final ExecutorService replies = DoorThreads.replies();
    private final ExecutorService pushes = DoorThreads.pushes();
    private final ExecutorService queries = DoorThreads.queries(QUERIES);
    private final List<BindableService> all;

    MemberServices(Member member, MemberSettings settings, Duration heartbeat) {
        Desks desks = Desks.of(member, settings.historyRetention(), replies, queries);
        GrpcCaller trusted = GrpcCaller.anonymous();
        WorkerTerms terms = new WorkerTerms(
                member.grid().ownership().memberId(),
                settings.loop().leases().duration(),
                heartbeat,
                settings.loop().leases().accept());
        this.all = List.of(
                new WorkerEndpoint(member.gateway(), terms, pushes),
                new JobEndpoint(desks.jobs(), member.time(), trusted, queries),
                new LedgerEndpoint(desks.ledger(), desks.runs(), desks.times(), trusted, queries),
                new OwnerEndpoint(desks.quotas(), trusted, queries),
                new DeadLetterEndpoint(desks.jobs().jobs(), desks.deadLetters(), member.time(), trusted, queries));
    }

    List<BindableService> all() {
        return all;
    }

    /** What is under way ends; nothing new is taken. */
    @Override
    public void close() {
        List.of(queries, replies, pushes).forEach(ExecutorService::shutdown);
    }
}
