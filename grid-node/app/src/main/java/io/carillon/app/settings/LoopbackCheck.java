package io.carillon.app.settings;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;

/**
 * Refuses the start when a door would be open beyond this machine without access control, unless {@code
 * carillon.security.insecure=true} says that this is meant.
 */
public final class LoopbackCheck implements EnvironmentPostProcessor, Ordered {

    private static final String INSECURE = "carillon.security.insecure";
    private static final List<String> ADDRESSES = List.of(
            "server.address",
            "management.server.address",
            "spring.grpc.server.address",
            "carillon.cluster.bind-address");

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        check(environment);
    }

    static void check(Environment environment) {
        Binder settings = Binder.get(environment);
        if (settings.bind(INSECURE, Boolean.class).orElse(false)) {
            return;
        }
        for (String key : ADDRESSES) {
            settings.bind(key, String.class).ifBound(address -> {
                if (!isLoopback(key, address)) {
                    throw new SettingsException(key + "=" + address
                            + " listens beyond this machine without access control: bind it to 127.0.0.1, or allow it"
                            + " with " + INSECURE + "=true");
                }
            });
        }
    }

    private static boolean isLoopback(String key, String address) {
        try {
            return !address.isBlank() && InetAddress.getByName(address).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw new SettingsException(key + "=" + address + " is not an address of this machine");
        }
    }

    /** After all sources have been read. */
    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }
}
