package io.carillon.app.wiring;

import io.carillon.app.settings.EngineProperties;
import io.carillon.domain.time.TimeSource;
import io.carillon.engine.gateway.Gateway;
import io.carillon.engine.time.Secrets;
import io.carillon.gateway.api.AlertDesk;
import io.carillon.gateway.api.BackfillDesk;
import io.carillon.gateway.api.BatchDesk;
import io.carillon.gateway.api.ClusterView;
import io.carillon.gateway.api.DeadLetterDesk;
import io.carillon.gateway.api.EditDesk;
import io.carillon.gateway.api.History;
import io.carillon.gateway.api.JobDesk;
import io.carillon.gateway.api.JobRules;
import io.carillon.gateway.api.LedgerDesk;
import io.carillon.gateway.api.Preview;
import io.carillon.gateway.api.QuotaDesk;
import io.carillon.gateway.api.RunExplainer;
import io.carillon.gateway.api.SizeDesk;
import io.carillon.gateway.api.TimeExplainer;
import io.carillon.gateway.grpc.WorkerTerms;
import io.carillon.gateway.rest.Callers;
import io.carillon.gateway.rest.OnceOnly;
import io.carillon.member.wiring.Member;
import io.carillon.member.wiring.MemberSettings;
import java.util.Base64;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the doors need of the member, and the few threads that answer through them. */
@Configuration(proxyBeanMethods = false)
class DoorConfiguration {

    private static final String REPLY_THREADS = "replyThreads";
    private static final int SECRET_BYTES = 32;
    private static final int REPLIES = 2;
    private static final int PUSHES = 2;
    private static final int QUERIES = 8;

    @Bean(name = REPLY_THREADS, destroyMethod = "shutdown")
    ExecutorService replyThreads() {
        return Executors.newFixedThreadPool(REPLIES, named("carillon-reply"));
    }

    @Bean(name = GrpcConfiguration.PUSH_THREADS, destroyMethod = "shutdown")
    ExecutorService pushThreads() {
        return Executors.newFixedThreadPool(PUSHES, named("carillon-push"));
    }

    @Bean(name = GrpcConfiguration.QUERY_THREADS, destroyMethod = "shutdown")
    ExecutorService queryThreads() {
        return Executors.newFixedThreadPool(QUERIES, named("carillon-query"));
    }

    @Bean
    TimeSource timeSource(Member member) {
        return member.time();
    }

    @Bean
    Gateway gateway(Member member) {
        return member.gateway();
    }

    @Bean
    JobDesk jobDesk(Member member, @Qualifier(REPLY_THREADS) ExecutorService replies) {
        return new JobDesk(member.owners(), new JobRules(member.schedules()), member.time(), replies);
    }

    @Bean
    BatchDesk batchDesk(Member member, @Qualifier(REPLY_THREADS) ExecutorService replies) {
        return new BatchDesk(member.owners(), new JobRules(member.schedules()), member.time(), replies);
    }

    @Bean
    EditDesk editDesk(
            JobDesk jobs,
            History history,
            Member member,
            @Qualifier(GrpcConfiguration.QUERY_THREADS) ExecutorService queries) {
        return new EditDesk(jobs, new JobRules(member.schedules()), history, member.time(), queries);
    }

    @Bean
    BackfillDesk backfillDesk(
            JobDesk jobs,
            History history,
            Member member,
            @Qualifier(GrpcConfiguration.QUERY_THREADS) ExecutorService queries) {
        return new BackfillDesk(jobs, history, member.schedules(), member.time(), queries);
    }

    @Bean
    History history(Member member) {
        return new History(member.queries(), member.time(), member.schedules());
    }

    @Bean
    LedgerDesk ledgerDesk(Member member, MemberSettings settings) {
        return new LedgerDesk(member.ledger(), member.schedules(), settings.historyRetention(), member.time());
    }

    @Bean
    RunExplainer runExplainer(Member member, History history) {
        return new RunExplainer(history, member::liveRun, member.surroundings(), member.time());
    }

    @Bean
    TimeExplainer timeExplainer(Member member) {
        return new TimeExplainer(member.ledger(), member.schedules(), member.time());
    }

    @Bean
    DeadLetterDesk deadLetterDesk(Member member) {
        return new DeadLetterDesk(member.deadLetters(), member.redrives(), member.time());
    }

    @Bean
    AlertDesk alertDesk(Member member) {
        return new AlertDesk(member.webhooks(), member.alerts(), member.time(), DoorConfiguration::newSecret);
    }

    @Bean
    QuotaDesk quotaDesk(Member member) {
        return new QuotaDesk(member.quotas(), member.time());
    }

    @Bean
    SizeDesk sizeDesk(Member member) {
        return new SizeDesk(
                member.cluster(), () -> member.grid().cluster().members().size());
    }

    @Bean
    Preview preview(Member member) {
        return new Preview(member.schedules());
    }

    @Bean
    OnceOnly onceOnly(
            Member member, Callers callers, @Qualifier(GrpcConfiguration.QUERY_THREADS) ExecutorService queryThreads) {
        return new OnceOnly(member.keyedCalls(), callers, queryThreads);
    }

    @Bean
    WorkerTerms workerTerms(Member member, MemberSettings settings, EngineProperties engine) {
        return new WorkerTerms(
                member.grid().ownership().memberId(),
                engine.lease().duration(),
                engine.lease().heartbeat(),
                settings.loop().leases().accept());
    }

    @Bean
    Supplier<ClusterView> clusterView(Member member) {
        return member::view;
    }

    private static String newSecret() {
        return "whsec_" + Base64.getUrlEncoder().withoutPadding().encodeToString(Secrets.bytes(SECRET_BYTES));
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
