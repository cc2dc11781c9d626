package io.carillon.worker.runtime;

import org.jspecify.annotations.Nullable;

/** The version in this library's manifest. */
public final class SdkVersion {
    public static final String VALUE =
            "java/" + version(SdkVersion.class.getPackage().getImplementationVersion());

    private SdkVersion() {}

    private static String version(@Nullable String inManifest) {
        return inManifest == null ? "dev" : inManifest;
    }
}
