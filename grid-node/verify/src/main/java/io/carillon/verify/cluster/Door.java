package io.carillon.verify.cluster;

/**
 * How callers reach a member.
 *
 * @param rest a URL without a path: {@code http://127.0.0.1:8080}
 * @param grpc {@code host:port}
 */
public record Door(String rest, String grpc) {

    /** Of both ways alike. */
    public boolean tls() {
        return rest.startsWith("https:");
    }
}
