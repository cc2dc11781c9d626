package io.carillon.app.wiring;

import io.carillon.domain.time.TimeSource;
import io.carillon.engine.gateway.Gateway;
import io.carillon.gateway.api.BackfillDesk;
import io.carillon.gateway.api.BatchDesk;
import io.carillon.gateway.api.DeadLetterDesk;
import io.carillon.gateway.api.EditDesk;
import io.carillon.gateway.api.History;
import io.carillon.gateway.api.JobDesk;
import io.carillon.gateway.api.LedgerDesk;
import io.carillon.gateway.api.QuotaDesk;
import io.carillon.gateway.api.RunExplainer;
import io.carillon.gateway.api.TimeExplainer;
import io.carillon.gateway.grpc.DeadLetterEndpoint;
import io.carillon.gateway.grpc.GrpcCaller;
import io.carillon.gateway.grpc.JobDesks;
import io.carillon.gateway.grpc.JobEndpoint;
import io.carillon.gateway.grpc.LedgerEndpoint;
import io.carillon.gateway.grpc.OwnerEndpoint;
import io.carillon.gateway.grpc.WorkerEndpoint;
import io.carillon.gateway.grpc.WorkerTerms;
import java.util.concurrent.Executor;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.grpc.server.autoconfigure.GrpcServerExecutorProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The gRPC door. Needs the gateway, its terms, the desks, the history, the time and the caller as beans, and the executors named
 * {@value #PUSH_THREADS} and {@value #QUERY_THREADS}.
 */
@Configuration(proxyBeanMethods = false)
public class GrpcConfiguration {

    public static final String PUSH_THREADS = "pushThreads";
    public static final String QUERY_THREADS = "queryThreads";

    /** Calls stay on the transport's threads: our services never wait there, and a change of threads costs more than they do. */
    @Bean
    GrpcServerExecutorProvider callsOnTransportThreads() {
        return () -> Runnable::run;
    }

    @Bean
    WorkerEndpoint workerEndpoint(Gateway gateway, WorkerTerms terms, @Qualifier(PUSH_THREADS) Executor pushThreads) {
        return new WorkerEndpoint(gateway, terms, pushThreads);
    }

    @Bean
    JobDesks jobDesks(JobDesk desk, BatchDesk batches, EditDesk edits, BackfillDesk backfills, History history) {
        return new JobDesks(desk, batches, edits, backfills, history);
    }

    @Bean
    JobEndpoint jobEndpoint(
            JobDesks desks, TimeSource time, GrpcCaller caller, @Qualifier(QUERY_THREADS) Executor queryThreads) {
        return new JobEndpoint(desks, time, caller, queryThreads);
    }

    @Bean
    LedgerEndpoint ledgerEndpoint(
            LedgerDesk desk,
            RunExplainer runs,
            TimeExplainer times,
            GrpcCaller caller,
            @Qualifier(QUERY_THREADS) Executor queryThreads) {
        return new LedgerEndpoint(desk, runs, times, caller, queryThreads);
    }

    @Bean
    OwnerEndpoint ownerEndpoint(QuotaDesk desk, GrpcCaller caller, @Qualifier(QUERY_THREADS) Executor queryThreads) {
        return new OwnerEndpoint(desk, caller, queryThreads);
    }

    @Bean
    DeadLetterEndpoint deadLetterEndpoint(
            JobDesk jobs,
            DeadLetterDesk desk,
            TimeSource time,
            GrpcCaller caller,
            @Qualifier(QUERY_THREADS) Executor queryThreads) {
        return new DeadLetterEndpoint(jobs, desk, time, caller, queryThreads);
    }
}
