package io.carillon.worker.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What speaks against a URL before anybody sends to it: only what the URL says itself, since the address behind a name is known when
 * the name is looked up, and may be another one every time. Thread-safe; looks no name up.
 */
public final class TargetCheck {
    /** Whatever else consists of digits and dots is no host of a URL. */
    private static final Pattern IPV4 = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}");

    private final AddressRules rules;

    /** @param allowed loopback and private ranges that may be called */
    public TargetCheck(List<CidrBlock> allowed) {
        this.rules = new AddressRules(allowed, List.of());
    }

    /** Null: nothing does. Otherwise words that follow a field's name. */
    public @Nullable String faultOf(String url) {
        try {
            String host = TargetUrl.parse(url).host();
            if (!host.contains(":") && !IPV4.matcher(host).matches()) {
                return null;
            }
            return rules.isOpen(InetAddress.getByName(host))
                    ? null
                    : "must not lie at " + host + ", an address that may not be called";
        } catch (RefusedTargetException e) {
            return "cannot be called: " + e.getMessage();
        } catch (UnknownHostException e) {
            return "names no host";
        }
    }
}
