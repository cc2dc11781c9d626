package io.carillon.worker.http;

import java.net.URI;
import java.net.http.HttpRequest;

/** Properties that the JDK's HTTP client reads once, when it is first used by anybody in the process. */
public final class JdkHttpClient {

    private static final String RESTRICTED_HEADERS = "jdk.httpclient.allowRestrictedHeaders";
    private static final String KEEP_ALIVE = "jdk.httpclient.keepalive.timeout";
    /** The JDK's own 20 minutes are longer than most servers keep a connection. */
    private static final String KEEP_ALIVE_SECONDS = "30";

    private JdkHttpClient() {}

    /**
     * Before anything else makes a client.
     *
     * @throws IllegalStateException if that was before
     */
    public static synchronized void prepare() {
        if (System.getProperty(KEEP_ALIVE) == null) {
            System.setProperty(KEEP_ALIVE, KEEP_ALIVE_SECONDS);
        }
        String allowed = System.getProperty(RESTRICTED_HEADERS, "");
        if (!("," + allowed + ",").contains(",host,")) {
            System.setProperty(RESTRICTED_HEADERS, allowed.isEmpty() ? "host" : allowed + ",host");
        }
        try {
            HttpRequest.newBuilder(URI.create("http://localhost/")).header("Host", "localhost");
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException(
                    "the HTTP client was used before HTTP targets were set up; start Java with -D" + RESTRICTED_HEADERS
                            + "=host",
                    e);
        }
    }
}
