package io.carillon.verify.load;

import org.jspecify.annotations.Nullable;

/** The cluster does not take our key: nothing can be asked of it. */
final class KeyRefusedException extends IllegalStateException {

    KeyRefusedException(@Nullable String via, @Nullable String status) {
        super("the cluster refuses the key of --api-key-file (" + via + ": " + status
                + "); it must be an admin's for all owners");
    }
}
