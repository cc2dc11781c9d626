package io.carillon.gateway.rest;

import io.carillon.domain.time.TimeSource;
import io.carillon.engine.gateway.ConnectedWorker;
import io.carillon.engine.gateway.WorkerProfile;
import io.carillon.engine.schedule.ScheduleReader;
import io.carillon.gateway.access.KeyRing;
import io.carillon.gateway.access.Need;
import io.carillon.gateway.api.AlertDesk;
import io.carillon.gateway.api.ApiKeyDesk;
import io.carillon.gateway.api.AuditDesk;
import io.carillon.gateway.api.BackfillDesk;
import io.carillon.gateway.api.BatchDesk;
import io.carillon.gateway.api.ClusterView;
import io.carillon.gateway.api.DeadLetterDesk;
import io.carillon.gateway.api.EditDesk;
import io.carillon.gateway.api.FixedTime;
import io.carillon.gateway.api.ForecastDesk;
import io.carillon.gateway.api.History;
import io.carillon.gateway.api.JobDesk;
import io.carillon.gateway.api.JobRules;
import io.carillon.gateway.api.LedgerDesk;
import io.carillon.gateway.api.MemoryApiKeys;
import io.carillon.gateway.api.MemoryKeys;
import io.carillon.gateway.api.Preview;
import io.carillon.gateway.api.QuotaDesk;
import io.carillon.gateway.api.RunExplainer;
import io.carillon.gateway.api.Samples;
import io.carillon.gateway.api.ScriptedOwners;
import io.carillon.gateway.api.SizeDesk;
import io.carillon.gateway.api.StatisticsDesk;
import io.carillon.gateway.api.StoredDeadLetters;
import io.carillon.gateway.api.StoredLedger;
import io.carillon.gateway.api.StoredQuotas;
import io.carillon.gateway.api.StoredRows;
import io.carillon.gateway.api.StoredSize;
import io.carillon.gateway.api.StoredSurroundings;
import io.carillon.gateway.api.StoredWebhooks;
import io.carillon.gateway.api.TimeExplainer;
import io.carillon.worker.http.TargetCheck;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** The REST door in its real container, with doubles behind it. */
final class RestDoor implements AutoCloseable {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(RestConfiguration.class)
    static class Slice {

        @Bean
        ScriptedOwners owners() {
            return new ScriptedOwners();
        }

        @Bean
        StoredRows rows() {
            StoredRows rows = new StoredRows();
            rows.jobs.addAll(List.of(Samples.plain(), Samples.full()));
            rows.runs.addAll(List.of(Samples.retried(), Samples.waiting()));
            return rows;
        }

        @Bean
        TimeSource time() {
            return new FixedTime();
        }

        @Bean
        JobDesk desk(ScriptedOwners owners, TimeSource time) {
            return new JobDesk(owners, new JobRules(new ScheduleReader()), time, Runnable::run);
        }

        @Bean
        BatchDesk batchDesk(ScriptedOwners owners, TimeSource time) {
            return new BatchDesk(owners, new JobRules(new ScheduleReader()), time, Runnable::run);
        }

        @Bean
        History history(StoredRows rows, TimeSource time) {
            return new History(rows, time);
        }

        @Bean
        StoredLedger ledger() {
            return new StoredLedger();
        }

        @Bean
        LedgerDesk ledgerDesk(StoredLedger ledger, TimeSource time) {
            return new LedgerDesk(ledger, new ScheduleReader(), Duration.ofDays(30), time);
        }

        @Bean
        RunExplainer runExplainer(History history, TimeSource time) {
            return new RunExplainer(history, new StoredSurroundings()::live, new StoredSurroundings(), time);
        }

        @Bean
        TimeExplainer timeExplainer(StoredLedger ledger, TimeSource time) {
            return new TimeExplainer(ledger, new ScheduleReader(), time);
        }

        @Bean
        EditDesk editDesk(JobDesk desk, History history, TimeSource time) {
            return new EditDesk(desk, new JobRules(new ScheduleReader()), history, time, Runnable::run);
        }

        @Bean
        BackfillDesk backfillDesk(JobDesk desk, History history, TimeSource time) {
            return new BackfillDesk(desk, history, new ScheduleReader(), time, Runnable::run);
        }

        @Bean
        StoredDeadLetters deadLetters() {
            StoredDeadLetters stored = new StoredDeadLetters();
            stored.letters.add(Samples.dead());
            return stored;
        }

        @Bean
        DeadLetterDesk deadLetterDesk(StoredDeadLetters stored, TimeSource time) {
            return new DeadLetterDesk(stored, stored, time);
        }

        @Bean
        StoredWebhooks webhooks() {
            return new StoredWebhooks();
        }

        @Bean
        AlertDesk alertDesk(StoredWebhooks stored, TimeSource time) {
            AtomicInteger made = new AtomicInteger();
            return new AlertDesk(
                    stored,
                    stored,
                    time,
                    () -> "secret-" + made.incrementAndGet(),
                    new TargetCheck(List.of())::faultOf);
        }

        @Bean
        StoredQuotas quotas() {
            return new StoredQuotas();
        }

        @Bean
        QuotaDesk quotaDesk(StoredQuotas stored, TimeSource time) {
            return new QuotaDesk(stored, time);
        }

        @Bean
        MemoryApiKeys apiKeys() {
            return new MemoryApiKeys();
        }

        @Bean
        ApiKeyDesk apiKeyDesk(MemoryApiKeys keys, TimeSource time) {
            return new ApiKeyDesk(keys, time, keys::nextSecret, () -> {});
        }

        @Bean
        AuditDesk auditDesk(MemoryApiKeys keys, TimeSource time) {
            return new AuditDesk(keys.log, time);
        }

        @Bean
        ForecastDesk forecastDesk(TimeSource time) {
            return StoredOutlooks.desk(time);
        }

        @Bean
        StoredStatistics statistics() {
            return new StoredStatistics();
        }

        @Bean
        StatisticsDesk statisticsDesk(StoredStatistics statistics, History history) {
            return new StatisticsDesk(statistics, history);
        }

        @Bean
        SizeDesk sizeDesk() {
            return new SizeDesk(new StoredSize(), () -> 3);
        }

        @Bean
        Preview preview() {
            return new Preview(new ScheduleReader());
        }

        @Bean
        @ConditionalOnProperty(name = GUARDED, matchIfMissing = true, havingValue = "false")
        Callers callers() {
            return Callers.anonymous();
        }

        @Bean
        @ConditionalOnProperty(name = GUARDED)
        Callers knownCallers() {
            return AccessFilter.callers();
        }

        @Bean
        @ConditionalOnProperty(name = GUARDED)
        KeyRing keyRing(MemoryApiKeys keys, TimeSource time) {
            return new KeyRing(keys, time, Duration.ofHours(1));
        }

        @Bean
        @ConditionalOnProperty(name = GUARDED)
        AccessFilter accessFilter(KeyRing ring) {
            RestGate gate = new RestGate(RestAccess.calls(), RestAccess.operations("/actuator", Need.ADMIN_OF_ALL));
            return new AccessFilter(ring, gate, reason -> {});
        }

        @Bean
        AskedParameters askedParameters() {
            return new AskedParameters();
        }

        @Bean
        MemoryKeys keys() {
            return new MemoryKeys();
        }

        @Bean
        OnceOnly onceOnly(MemoryKeys keys, Callers callers) {
            return new OnceOnly(keys, callers, Runnable::run);
        }

        @Bean
        Supplier<ClusterView> cluster() {
            ConnectedWorker worker =
                    new ConnectedWorker(new WorkerProfile("w1", "default", Set.of("b", "a"), false, 20), 17, 3, false);
            return () -> new ClusterView(
                    "m1",
                    3,
                    new ClusterView.Cp(3, 3, true),
                    List.of(new ClusterView.Member("m1", "127.0.0.1:5701", 271)),
                    256,
                    12,
                    3,
                    Duration.ofNanos(1_500_000),
                    new ClusterView.TimeZones("2026b", "2026a", 2, 7, 40, 12),
                    List.of(worker));
        }
    }

    private static final String GUARDED = "test.guarded";

    private final ConfigurableApplicationContext context;

    RestDoor() {
        this(false);
    }

    /** @param guarded calls ask for a key of {@link MemoryApiKeys} */
    RestDoor(boolean guarded) {
        context = new SpringApplicationBuilder(Slice.class)
                // As arguments: the member's own application.yaml is read too, and wins over default properties.
                .run(
                        "--" + GUARDED + "=" + guarded,
                        "--server.port=0",
                        "--server.address=127.0.0.1",
                        "--spring.grpc.server.enabled=false",
                        "--spring.web.resources.add-mappings=false",
                        "--spring.main.banner-mode=off",
                        "--logging.level.root=warn");
    }

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    int port() {
        return Objects.requireNonNull(((WebServerApplicationContext) context).getWebServer())
                .getPort();
    }

    ScriptedOwners owners() {
        return context.getBean(ScriptedOwners.class);
    }

    StoredRows rows() {
        return context.getBean(StoredRows.class);
    }

    StoredLedger ledger() {
        return context.getBean(StoredLedger.class);
    }

    StoredDeadLetters deadLetters() {
        return context.getBean(StoredDeadLetters.class);
    }

    StoredWebhooks webhooks() {
        return context.getBean(StoredWebhooks.class);
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    <T> Map<String, T> beans(Class<T> type) {
        return context.getBeansOfType(type);
    }

    RequestMappingHandlerMapping mapping() {
        return context.getBean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class);
    }

    MemoryKeys keys() {
        return context.getBean(MemoryKeys.class);
    }

    HttpResponse<String> send(BadRestCall bad, String prefix, String job, String run)
            throws IOException, InterruptedException {
        return bad.send(client, "http://127.0.0.1:" + port() + prefix, job, run);
    }

    HttpResponse<String> put(String path, String json) throws IOException, InterruptedException {
        return send(request(path)
                .header("Content-Type", "application/json")
                .PUT(HttpRequest.BodyPublishers.ofString(json)));
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(request(path).GET());
    }

    HttpResponse<String> post(String path, String json) throws IOException, InterruptedException {
        return send(request(path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json)));
    }

    HttpResponse<String> call(String method, String path) throws IOException, InterruptedException {
        return send(request(path).method(method, HttpRequest.BodyPublishers.noBody()));
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
                .timeout(Duration.ofSeconds(20));
    }

    HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        context.close();
    }
}
