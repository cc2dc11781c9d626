package io.carillon.spring;

import io.carillon.client.ChannelSecurity;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** How this application shows a cluster elsewhere who it is. */
final class RemoteAccess {

    private RemoteAccess() {}

    /** @param section of the settings, for messages: {@code carillon.worker} */
    static ChannelSecurity of(
            String section, @Nullable String key, @Nullable Path keyFile, CarillonProperties.Tls settings) {
        ChannelSecurity security = tls(settings);
        if (key != null && keyFile != null) {
            throw new IllegalStateException("set " + section + ".api-key or " + section + ".api-key-file, not both");
        }
        if (key != null) {
            return security.withApiKey(() -> key);
        }
        return keyFile == null ? security : security.withApiKeyFile(keyFile);
    }

    private static ChannelSecurity tls(CarillonProperties.Tls settings) {
        Path certificate = settings.certificate();
        Path privateKey = settings.privateKey();
        if ((certificate == null) != (privateKey == null)) {
            throw new IllegalStateException(
                    "carillon.worker.tls.certificate and carillon.worker.tls.private-key belong together");
        }
        ChannelSecurity security = ChannelSecurity.NONE;
        if (settings.enabled() || settings.trustCertificates() != null || certificate != null) {
            security = security.withTls(settings.trustCertificates());
        }
        return certificate == null || privateKey == null
                ? security
                : security.withClientCertificate(certificate, privateKey);
    }
}
