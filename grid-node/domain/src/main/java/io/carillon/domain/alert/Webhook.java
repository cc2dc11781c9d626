package io.carillon.domain.alert;

import org.jspecify.annotations.Nullable;

/**
 * Where an owner wants to be told.
 *
 * @param url null: nowhere
 * @param secret the text whose UTF-8 bytes are the key of every signature; null without a URL
 * @param version of the owner's row, 0 if there is none
 */
public record Webhook(
        String ownerId, @Nullable String url, @Nullable String secret, long version) {

    public Webhook {
        if ((url == null) != (secret == null)) {
            throw new IllegalArgumentException("a URL and a secret come together, owner " + ownerId);
        }
    }

    /** The secret stays out of logs. */
    @Override
    public String toString() {
        return "Webhook[" + ownerId + ", " + url + ", version=" + version + "]";
    }
}
