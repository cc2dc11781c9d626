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
import io.carillon.gateway.api.ForecastDesk;
import io.carillon.gateway.api.History;
import io.carillon.gateway.api.JobDesk;
import io.carillon.gateway.api.LedgerDesk;
import io.carillon.gateway.api.Preview;
import io.carillon.gateway.api.QuotaDesk;
import io.carillon.gateway.api.RunExplainer;
import io.carillon.gateway.api.SizeDesk;
import io.carillon.gateway.api.StatisticsDesk;
import io.carillon.gateway.api.TimeExplainer;
import io.carillon.gateway.grpc.WorkerTerms;
import io.carillon.gateway.rest.Callers;
import io.carillon.gateway.rest.OnceOnly;
import io.carillon.member.doors.Desks;
import io.carillon.member.doors.DoorThreads;
import io.carillon.member.wiring.Member;
import io.carillon.member.wiring.MemberSettings;
import io.carillon.worker.http.TargetCheck;
import java.util.Base64;
import java.util.concurrent.ExecutorService;
import java.util.function.Supplier;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the doors need of the member, and the few threads that answer through them. */
@Configuration(proxyBeanMethods = false)
class DoorConfiguration {

    private static final String REPLY_THREADS = "replyThreads";
    private static final int SECRET_BYTES = 32;
    private static final int QUERIES = 8;

    @Bean(name = REPLY_THREADS, destroyMethod = "shutdown")
    ExecutorService replyThreads() {
        return DoorThreads.replies();
    }

    @Bean(name = GrpcConfiguration.PUSH_THREADS, destroyMethod = "shutdown")
    ExecutorService pushThreads() {
        return DoorThreads.pushes();
    }

    @Bean(name = GrpcConfiguration.QUERY_THREADS, destroyMethod = "shutdown")
    ExecutorService queryThreads() {
        return DoorThreads.queries(QUERIES);
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
    Desks desks(
            Member member,
            MemberSettings settings,
            @Qualifier(REPLY_THREADS) ExecutorService replies,
            @Qualifier(GrpcConfiguration.QUERY_THREADS) ExecutorService queries) {
        return Desks.of(member, settings.historyRetention(), replies, queries);
    }

    @Bean
    JobDesk jobDesk(Desks desks) {
        return desks.jobs().jobs();
    }

    @Bean
    BatchDesk batchDesk(Desks desks) {
        return desks.jobs().batches();
    }

    @Bean
    EditDesk editDesk(Desks desks) {
        return desks.jobs().edits();
    }

    @Bean
    BackfillDesk backfillDesk(Desks desks) {
        return desks.jobs().backfills();
    }

    @Bean
    History history(Desks desks) {
        return desks.jobs().history();
    }

    @Bean
    LedgerDesk ledgerDesk(Desks desks) {
        return desks.ledger();
    }

    @Bean
    RunExplainer runExplainer(Desks desks) {
        return desks.runs();
    }

    @Bean
    TimeExplainer timeExplainer(Desks desks) {
        return desks.times();
    }

    @Bean
    DeadLetterDesk deadLetterDesk(Desks desks) {
        return desks.deadLetters();
    }

    @Bean
    QuotaDesk quotaDesk(Desks desks) {
        return desks.quotas();
    }

    @Bean
    AlertDesk alertDesk(Member member, MemberSettings settings) {
        return new AlertDesk(
                member.webhooks(),
                member.alerts(),
                member.time(),
                DoorConfiguration::newSecret,
                new TargetCheck(settings.alertsAllowed())::faultOf);
    }

    @Bean
    ForecastDesk forecastDesk(Member member) {
        return new ForecastDesk(member::outlooks, member.loads(), member.time());
    }

    @Bean
    StatisticsDesk statisticsDesk(Member member, History history) {
        return new StatisticsDesk(member.statistics(), history);
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
}
