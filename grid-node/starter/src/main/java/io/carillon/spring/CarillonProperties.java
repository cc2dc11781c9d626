package io.carillon.spring;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Carillon in this application. Unknown keys are refused.
 *
 * @param loops threads that serve shards
 * @param schema where the tables are, made if it is missing
 */
@ConfigurationProperties(prefix = "carillon", ignoreUnknownFields = false)
public record CarillonProperties(
        @DefaultValue MemberProperties member,
        @DefaultValue Worker worker,
        @DefaultValue Client client,
        @DefaultValue Datasource datasource,
        @DefaultValue Store store,
        @DefaultValue Cluster cluster,
        @DefaultValue Grpc grpc,
        @DefaultValue Security security,
        @DefaultValue Lease lease,
        @DefaultValue Handoff handoff,
        @DefaultValue Cancel cancel,
        @DefaultValue Timeout timeout,
        @DefaultValue Queue queue,
        @DefaultValue Ready ready,
        @DefaultValue Preload preload,
        @DefaultValue History history,
        @DefaultValue Redrive redrive,
        @DefaultValue Alerts alerts,
        @DefaultValue Tracing tracing,
        @DefaultValue("1") int loops,
        @DefaultValue("carillon_store") String schema) {

    /** @param enabled whether this application is a member; without one it uses the cluster named by carillon.worker.grid */
    public record MemberProperties(@DefaultValue("true") boolean enabled) {}

    /**
     * Where the methods with JobHandler run.
     *
     * @param enabled whether runs are taken here
     * @param grid members as host:port, separated by commas, of a cluster that this application is no member of
     * @param id unique among live workers; default: made of the member's name, or of host and process
     * @param pool the group of workers it belongs to
     * @param slots runs at once, each on a thread of its own
     * @param shutdownGrace how long runs may go on when the application stops
     * @param apiKey of role worker, shown to a cluster elsewhere
     * @param apiKeyFile read for each connection, instead of the key itself
     */
    public record Worker(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("localhost:9090") String grid,
            @Nullable String id,
            @DefaultValue("default") String pool,
            @DefaultValue("20") int slots,
            @DefaultValue("30s") Duration shutdownGrace,
            @Nullable String apiKey,
            @Nullable Path apiKeyFile,
            @DefaultValue Tls tls) {

        /** The key stays out of logs. */
        @Override
        public String toString() {
            return "Worker[enabled=" + enabled + ", grid=" + grid + ", id=" + id + ", pool=" + pool + ", slots=" + slots
                    + "]";
        }
    }

    /**
     * How members of a cluster elsewhere are met, by handlers and client.
     *
     * @param enabled speak TLS; follows from any of the others
     * @param trustCertificates PEM file of certificates that members' must derive from; default: those that Java trusts
     * @param certificate PEM file shown to members
     * @param privateKey its key, in a PEM file (PKCS #8)
     */
    public record Tls(
            @DefaultValue("false") boolean enabled,
            @Nullable Path trustCertificates,
            @Nullable Path certificate,
            @Nullable Path privateKey) {}

    /**
     * The client of a cluster elsewhere.
     *
     * @param apiKey sent with every call
     * @param apiKeyFile read for each call, instead of the key itself
     */
    public record Client(@Nullable String apiKey, @Nullable Path apiKeyFile) {

        /** The key stays out of logs. */
        @Override
        public String toString() {
            return "Client[apiKey=" + (apiKey != null) + ", apiKeyFile=" + apiKeyFile + "]";
        }
    }

    /**
     * A database of the member's own; by default it shares the application's DataSource.
     *
     * @param url jdbc:postgresql://…
     * @param username of the database
     * @param password of the database
     */
    public record Datasource(
            @Nullable String url,
            @DefaultValue("") String username,
            @DefaultValue("") String password) {

        /** The password stays out of logs. */
        @Override
        public String toString() {
            return "Datasource[url=" + url + "]";
        }
    }

    /**
     * Connections of the member: 2 * writers + readers + 5 at most.
     *
     * @param writers for each of the two kinds of writes
     * @param readers for loading and queries
     */
    public record Store(
            @DefaultValue("1") int writers,
            @DefaultValue("4") int readers) {}

    /**
     * Other members. Without port, bind address and members none is expected, and no port is opened.
     *
     * @param name members with another name are strangers
     * @param members all members as host:port, this one included
     * @param expectedSize members of the healthy cluster; default: the number of members
     * @param bindAddress where other members come; default 127.0.0.1
     * @param port where other members come; default 5701 if there are members
     * @param cpFences fencing tokens from the CP group, as executable members have them
     * @param hazelcastFile a changed copy of Carillon's hazelcast.yaml; the application's own is never read
     */
    public record Cluster(
            @DefaultValue("carillon") String name,
            @DefaultValue List<String> members,
            @Nullable Integer expectedSize,
            @Nullable String bindAddress,
            @Nullable Integer port,
            @DefaultValue("false") boolean cpFences,
            @Nullable Path hazelcastFile) {}

    /**
     * A door for remote clients and workers.
     *
     * @param port opened only if it is said; 0: a free one
     * @param address where it listens
     */
    public record Grpc(
            @Nullable Integer port,
            @DefaultValue("127.0.0.1") String address) {}

    /** @param insecure lets ports be open beyond this machine although nobody is asked who they are */
    public record Security(@DefaultValue("false") boolean insecure) {}

    /**
     * A worker's right to an attempt.
     *
     * @param duration how long it lasts
     * @param heartbeat how often it is renewed; at most half the duration
     */
    public record Lease(
            @DefaultValue("60s") Duration duration,
            @DefaultValue("20s") Duration heartbeat) {}

    /** @param timeout after which a run handed to a gateway that does not start is offered again */
    public record Handoff(@DefaultValue("10s") Duration timeout) {}

    /** @param grace for a worker to stop a run that was cancelled */
    public record Cancel(@DefaultValue("30s") Duration grace) {}

    /** @param grace beyond a run's time limit for its worker to report the end */
    public record Timeout(@DefaultValue("30s") Duration grace) {}

    /** @param deadline after which a queued run that is found nowhere in memory is an alarm */
    public record Queue(@DefaultValue("10m") Duration deadline) {}

    /** @param max waiting runs in this member's memory; more wait in the database alone */
    public record Ready(@DefaultValue("200000") int max) {}

    /** @param horizon how far ahead due times are kept in memory */
    public record Preload(@DefaultValue("60s") Duration horizon) {}

    /** @param retention how long ended runs are kept */
    public record History(@DefaultValue("30d") Duration retention) {}

    /** @param rate runs a second that redrives of many take back to the queue, over the whole cluster */
    public record Redrive(@DefaultValue("200") int rate) {}

    /**
     * Spans of runs, attempts and changes of jobs, to all OpenTelemetry SpanExporters that are beans of the application.
     *
     * @param enabled false: none are made, whatever beans there are
     * @param ratio the share of runs and jobs that are traced, from 0 to 1
     */
    public record Tracing(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("1") double ratio) {}

    /** @param allow loopback and private ranges that owners' webhooks may lie in */
    public record Alerts(@DefaultValue List<String> allow) {}
}
