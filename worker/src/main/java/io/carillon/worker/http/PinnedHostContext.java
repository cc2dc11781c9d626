package io.carillon.worker.http;

import java.security.KeyManagementException;
import java.security.SecureRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/**
 * A TLS context for one host name, whatever address it is connected to by.
 *
 * <p>The client connects to an address that was checked, so the JDK would ask for a certificate of that address and send no
 * server name. Engines of this context are made for the name instead: it is sent, and the certificate must be for it. To send the
 * name alone would not do, since the JDK is then content with a certificate of the address, too, which is easily had.
 */
final class PinnedHostContext extends SSLContext {
    PinnedHostContext(SSLContext original, String host) {
        super(new Spi(original, host), original.getProvider(), original.getProtocol());
    }

    private static final class Spi extends SSLContextSpi {
        private final SSLContext original;
        private final String host;

        private Spi(SSLContext original, String host) {
            this.original = original;
            this.host = host;
        }

        @Override
        protected SSLEngine engineCreateSSLEngine(String address, int port) {
            return original.createSSLEngine(host, port);
        }

        @Override
        protected SSLEngine engineCreateSSLEngine() {
            throw new UnsupportedOperationException("an engine without a peer would not check its name");
        }

        @Override
        protected void engineInit(KeyManager[] keys, TrustManager[] trust, SecureRandom random)
                throws KeyManagementException {
            throw new KeyManagementException("initialised already");
        }

        @Override
        protected SSLSocketFactory engineGetSocketFactory() {
            throw new UnsupportedOperationException("for engines only");
        }

        @Override
        protected SSLServerSocketFactory engineGetServerSocketFactory() {
            throw new UnsupportedOperationException("for engines only");
        }

        @Override
        protected SSLSessionContext engineGetServerSessionContext() {
            return original.getServerSessionContext();
        }

        @Override
        protected SSLSessionContext engineGetClientSessionContext() {
            return original.getClientSessionContext();
        }

        @Override
        protected SSLParameters engineGetDefaultSSLParameters() {
            return original.getDefaultSSLParameters();
        }

        @Override
        protected SSLParameters engineGetSupportedSSLParameters() {
            return original.getSupportedSSLParameters();
        }
    }
}
