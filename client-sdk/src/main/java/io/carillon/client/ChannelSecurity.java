package io.carillon.client;

import io.carillon.client.call.TraceSender;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ChannelCredentials;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannelBuilder;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.TlsChannelCredentials;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How a process shows members who it is, and makes sure of who they are. Immutable.
 *
 * <p>Files are read whenever a channel is made: a worker makes one for each connection, a client keeps its own.
 *
 * @param apiKey asked for each call; null: no key is sent
 * @param tls whether to speak TLS
 * @param trust certificates, in PEM, that members' must derive from; null: those that the Java runtime trusts
 * @param certificate of this process, in PEM with what it derives from; null: none is shown
 * @param privateKey of that certificate, in PEM (PKCS #8), without a password
 */
public record ChannelSecurity(
        @Nullable Supplier<String> apiKey,
        boolean tls,
        @Nullable Path trust,
        @Nullable Path certificate,
        @Nullable Path privateKey) {

    /** Plain text, no key: for members on loopback. */
    public static final ChannelSecurity NONE = new ChannelSecurity(null, false, null, null, null);

    private static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

    public ChannelSecurity {
        if ((certificate == null) != (privateKey == null)) {
            throw new IllegalArgumentException("certificate and private key belong together");
        }
        if (!tls && (trust != null || certificate != null)) {
            throw new IllegalArgumentException("certificates need TLS");
        }
    }

    public ChannelSecurity withApiKey(Supplier<String> key) {
        return new ChannelSecurity(key, tls, trust, certificate, privateKey);
    }

    /** The key stands in this file, which is read whenever the key is asked for: it is rotated by writing the file. */
    public ChannelSecurity withApiKeyFile(Path file) {
        return withApiKey(() -> read(file));
    }

    private static String read(Path file) {
        try {
            String key = Files.readString(file).strip();
            if (key.isEmpty() || !key.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
                throw new IllegalStateException("the file " + file + " holds no API key");
            }
            return key;
        } catch (IOException e) {
            throw new UncheckedIOException("the file " + file + " with the API key cannot be read", e);
        }
    }

    /** @param trusted certificates in PEM; null: those that the Java runtime trusts */
    public ChannelSecurity withTls(@Nullable Path trusted) {
        return new ChannelSecurity(apiKey, true, trusted, certificate, privateKey);
    }

    public ChannelSecurity withClientCertificate(Path shown, Path key) {
        return new ChannelSecurity(apiKey, true, trust, shown, key);
    }

    /** @throws UncheckedIOException naming the file that cannot be read */
    public ManagedChannelBuilder<?> channel(String target) {
        ManagedChannelBuilder<?> builder =
                Grpc.newChannelBuilder(target, credentials()).intercept(new TraceSender());
        Supplier<String> key = apiKey;
        return key == null ? builder : builder.intercept(new KeySender(key));
    }

    private ChannelCredentials credentials() {
        if (!tls) {
            return InsecureChannelCredentials.create();
        }
        TlsChannelCredentials.Builder credentials = TlsChannelCredentials.newBuilder();
        try {
            if (trust != null) {
                credentials.trustManager(trust.toFile());
            }
            if (certificate != null && privateKey != null) {
                credentials.keyManager(certificate.toFile(), privateKey.toFile());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a certificate or key cannot be read: " + e.getMessage(), e);
        }
        return credentials.build();
    }

    /** Without the key. */
    @Override
    public String toString() {
        return "ChannelSecurity[apiKey=" + (apiKey != null) + ", tls=" + tls + ", trust=" + trust + ", certificate="
                + certificate + "]";
    }

    private static final class KeySender implements ClientInterceptor {
        private final Supplier<String> key;

        private KeySender(Supplier<String> key) {
            this.key = key;
        }

        @Override
        public <Q, A> ClientCall<Q, A> interceptCall(MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
            return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
                @Override
                public void start(Listener<A> listener, Metadata headers) {
                    headers.put(AUTHORIZATION, "Bearer " + key.get().strip());
                    super.start(listener, headers);
                }
            };
        }
    }
}
