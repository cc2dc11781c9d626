package io.carillon.worker.program;

import io.carillon.client.ChannelSecurity;
import io.carillon.worker.http.CidrBlock;
import io.carillon.worker.runtime.WorkerIdentity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.env.Environment;

/**
 * What an operator can set, as {@code carillon.worker.*}.
 *
 * @param grid members, each as {@code host:port}; the worker spreads and fails over
 * @param id unique among live workers; none: host and process id
 * @param pool the group of workers it belongs to
 * @param slots how many runs it works on at once
 * @param fallback who takes runs whose handler nobody registered
 * @param shutdownGrace how long runs may go on after SIGTERM
 * @param apiKey shown to members
 * @param apiKeyFile read for each connection, instead of {@code apiKey}
 */
record WorkerSettings(
        @DefaultValue("localhost:9090") List<String> grid,
        @Nullable String id,
        @DefaultValue("default") String pool,
        @DefaultValue("20") int slots,
        @DefaultValue("none") Fallback fallback,
        @DefaultValue("30s") Duration shutdownGrace,
        @Nullable String apiKey,
        @Nullable Path apiKeyFile,
        @DefaultValue Tls tls,
        @DefaultValue Http http) {
    static final String PREFIX = "carillon.worker";
    private static final Duration SHUTDOWN_GRACE_MAX = Duration.ofHours(1);
    private static final int NAME_CHARS_MAX = 200;

    WorkerSettings {
        grid = List.copyOf(grid);
        require(!grid.isEmpty(), "grid", "", "host:port, one or more, separated by commas");
        grid.forEach(
                member -> require(isAddress(member), "grid", member, "host:port, one or more, separated by commas"));
        require(id == null || isName(id), "id", id, "1 to 200 characters");
        require(isName(pool), "pool", pool, "1 to 200 characters");
        require(slots >= 1 && slots <= WorkerIdentity.SLOTS_MAX, "slots", slots, "1 to " + WorkerIdentity.SLOTS_MAX);
        require(
                !shutdownGrace.isNegative() && shutdownGrace.compareTo(SHUTDOWN_GRACE_MAX) <= 0,
                "shutdown-grace",
                shutdownGrace.toSeconds() + "s",
                "0s to 1h");
        // Its value is nobody's to read in a message.
        require(apiKey == null || isKey(apiKey), "api-key", "(not shown)", "a text of visible ASCII characters");
        require(apiKey == null || apiKeyFile == null, "api-key-file", apiKeyFile, "one of api-key and api-key-file");
    }

    /** How members are to be met. */
    ChannelSecurity security() {
        ChannelSecurity security = ChannelSecurity.NONE;
        if (tls.wanted()) {
            security = security.withTls(tls.trustCertificates);
        }
        if (tls.certificate != null && tls.privateKey != null) {
            security = security.withClientCertificate(tls.certificate, tls.privateKey);
        }
        String key = apiKey;
        Path file = apiKeyFile;
        if (key != null) {
            return security.withApiKey(() -> key);
        }
        return file == null ? security : security.withApiKeyFile(file);
    }

    /** Without the key. */
    @Override
    public String toString() {
        return "WorkerSettings[grid=" + grid + ", id=" + id + ", pool=" + pool + ", slots=" + slots + "]";
    }

    /**
     * @param enabled speak TLS; follows from any of the others
     * @param trustCertificates PEM file of certificates that members' must derive from; none: those that Java trusts
     * @param certificate PEM file shown to members
     * @param privateKey its key, in a PEM file (PKCS #8)
     */
    record Tls(
            @DefaultValue("false") boolean enabled,
            @Nullable Path trustCertificates,
            @Nullable Path certificate,
            @Nullable Path privateKey) {
        Tls {
            require(
                    (certificate == null) == (privateKey == null),
                    "tls.certificate",
                    certificate,
                    "a file, together with tls.private-key");
            requireReadable("tls.trust-certificates", trustCertificates);
            requireReadable("tls.certificate", certificate);
            requireReadable("tls.private-key", privateKey);
        }

        boolean wanted() {
            return enabled || trustCertificates != null || certificate != null;
        }

        private static void requireReadable(String setting, @Nullable Path file) {
            require(file == null || Files.isReadable(file), setting, file, "a file that can be read");
        }
    }

    /**
     * @param allow loopback and private ranges that HTTP targets may be in, as CIDR blocks
     * @param deny ranges that they may not be in, also of what is allowed or public
     */
    record Http(
            @DefaultValue List<String> allow, @DefaultValue List<String> deny) {
        Http {
            allow = List.copyOf(allow);
            deny = List.copyOf(deny);
            blocks("http.allow", allow);
            blocks("http.deny", deny);
        }

        List<CidrBlock> allowed() {
            return blocks("http.allow", allow);
        }

        List<CidrBlock> denied() {
            return blocks("http.deny", deny);
        }

        private static List<CidrBlock> blocks(String setting, List<String> texts) {
            List<CidrBlock> blocks = new ArrayList<>();
            for (String text : texts) {
                try {
                    blocks.add(CidrBlock.parse(text));
                } catch (IllegalArgumentException e) {
                    throw refused(setting, text, "CIDR blocks such as 10.0.0.0/8, separated by commas");
                }
            }
            return blocks;
        }
    }

    /** @throws SettingsException if one of them cannot be */
    static WorkerSettings read(Environment environment) {
        try {
            return Binder.get(environment).bindOrCreate(PREFIX, WorkerSettings.class);
        } catch (BindException e) {
            throw asSettingsException(e);
        }
    }

    private static SettingsException asSettingsException(BindException failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
            if (cause instanceof SettingsException ours) {
                return ours;
            }
        }
        Object value =
                failure.getProperty() == null ? null : failure.getProperty().getValue();
        String setting = failure.getName() + (value == null ? "" : "=" + value);
        return new SettingsException(setting + " cannot be read: " + cause.getMessage());
    }

    private static boolean isAddress(String member) {
        return member.matches("\\S+:[0-9]{1,5}");
    }

    private static boolean isKey(String key) {
        return !key.isEmpty() && key.chars().allMatch(c -> c > ' ' && c < 0x7f);
    }

    private static boolean isName(String name) {
        return !name.isBlank() && name.length() <= NAME_CHARS_MAX;
    }

    private static void require(boolean holds, String key, @Nullable Object value, String allowed) {
        if (!holds) {
            throw refused(key, value, allowed);
        }
    }

    private static SettingsException refused(String key, @Nullable Object value, String allowed) {
        return new SettingsException(PREFIX + "." + key + "=" + value + " is not allowed; allowed is " + allowed);
    }
}
