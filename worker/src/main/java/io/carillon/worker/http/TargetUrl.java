package io.carillon.worker.http;

import java.net.IDN;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An absolute http or https URL.
 *
 * @param host a name in ASCII, or an address; an IPv6 address without brackets
 * @param port -1 for the scheme's own
 * @param pathAndQuery as written, beginning with a slash
 */
record TargetUrl(boolean secure, String host, int port, String pathAndQuery) {
    /** Names with an underscore or in another script are no host to {@link URI}, but to the world. */
    private static final Pattern LENIENT_AUTHORITY = Pattern.compile("([\\p{L}\\p{N}._-]+)(?::([0-9]{1,5}))?");

    /** @throws RefusedTargetException if it is none, or carries user information */
    static TargetUrl parse(String text) throws RefusedTargetException {
        try {
            return of(new URI(text));
        } catch (URISyntaxException e) {
            throw new RefusedTargetException("the URL is malformed: " + e.getReason());
        }
    }

    /** Where a redirect leads from here. */
    TargetUrl resolve(String location) throws RefusedTargetException {
        try {
            return of(new URI(toString()).resolve(new URI(location)));
        } catch (URISyntaxException e) {
            throw new RefusedTargetException("the redirect's location is malformed: " + e.getReason());
        }
    }

    private static TargetUrl of(URI uri) throws RefusedTargetException {
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https")) {
            throw new RefusedTargetException("the URL must begin with http:// or https://");
        }
        if (uri.getRawUserInfo() != null) {
            throw new RefusedTargetException("the URL must not carry user information; use a header");
        }
        String host = uri.getHost();
        int port = uri.getPort();
        if (host == null) {
            Matcher lenient = LENIENT_AUTHORITY.matcher(uri.getRawAuthority() == null ? "" : uri.getRawAuthority());
            if (!lenient.matches()) {
                throw new RefusedTargetException("the URL names no host, or no valid port");
            }
            host = lenient.group(1);
            port = lenient.group(2) == null ? -1 : Integer.parseInt(lenient.group(2));
        }
        if (port == 0 || port > 65_535) {
            throw new RefusedTargetException("the URL's port must be from 1 to 65535");
        }
        String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        return new TargetUrl(scheme.equals("https"), ascii(withoutBrackets(host)), port, path + query);
    }

    /** The same URL with the address in place of the name. */
    URI at(InetAddress address) {
        String literal = address instanceof Inet6Address
                ? "[" + withoutScope(address.getHostAddress()) + "]"
                : address.getHostAddress();
        return URI.create(scheme() + "://" + literal + portSuffix() + pathAndQuery);
    }

    /** What the {@code Host} header says. */
    String authority() {
        return (host.contains(":") ? "[" + host + "]" : host) + portSuffix();
    }

    boolean sameOrigin(TargetUrl other) {
        return secure == other.secure && host.equalsIgnoreCase(other.host) && effectivePort() == other.effectivePort();
    }

    /** For messages: a query may hold secrets. */
    String withoutQuery() {
        int query = pathAndQuery.indexOf('?');
        return scheme() + "://" + authority() + (query < 0 ? pathAndQuery : pathAndQuery.substring(0, query));
    }

    @Override
    public String toString() {
        return scheme() + "://" + authority() + pathAndQuery;
    }

    private String scheme() {
        return secure ? "https" : "http";
    }

    private String portSuffix() {
        return port < 0 ? "" : ":" + port;
    }

    private int effectivePort() {
        return port >= 0 ? port : secure ? 443 : 80;
    }

    private static String withoutBrackets(String host) {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    private static String withoutScope(String address) {
        int percent = address.indexOf('%');
        return percent < 0 ? address : address.substring(0, percent);
    }

    private static String ascii(String host) throws RefusedTargetException {
        try {
            return host.contains(":") ? withoutScope(host) : IDN.toASCII(host);
        } catch (IllegalArgumentException e) {
            throw new RefusedTargetException("the URL's host is no valid name");
        }
    }
}
