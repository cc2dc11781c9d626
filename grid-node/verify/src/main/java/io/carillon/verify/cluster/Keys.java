package io.carillon.verify.cluster;

import java.net.http.HttpRequest;
import org.jspecify.annotations.Nullable;

/**
 * What a cluster with access control asks for.
 *
 * @param caller an API key of role admin for all owners; null: none is shown
 * @param worker an API key of role worker; null: none is shown
 */
public record Keys(@Nullable String caller, @Nullable String worker) {

    public static final Keys NONE = new Keys(null, null);

    /** Shows the caller's key with a request over REST. */
    public HttpRequest.Builder on(HttpRequest.Builder request) {
        return caller == null ? request : request.header("Authorization", "Bearer " + caller);
    }

    /** Keys stay out of logs. */
    @Override
    public String toString() {
        return "Keys[caller " + (caller == null ? "none" : "given") + ", worker " + (worker == null ? "none" : "given")
                + "]";
    }
}
