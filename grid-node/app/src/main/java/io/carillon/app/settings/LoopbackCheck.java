package io.carillon.app.settings;

import io.carillon.worker.http.CidrBlock;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;

/**
 * Refuses the start when a door would be open beyond this machine without access control, unless {@code
 * carillon.security.insecure=true} says that this is meant.
 *
 * <p>The grid's port has no access control of its own, whatever is set: members trust whoever can reach it and knows the
 * cluster's name. So it leaves loopback only for networks that the operator has named.
 */
public final class LoopbackCheck implements EnvironmentPostProcessor, Ordered {

    private static final String INSECURE = "carillon.security.insecure";
    private static final String ENABLED = "carillon.security.enabled";
    private static final String MANAGEMENT_PORT = "management.server.port";
    private static final String MANAGEMENT_ADDRESS = "management.server.address";
    private static final String GRID = "carillon.cluster.bind-address";
    private static final String TRUSTED = "carillon.cluster.trusted-interfaces";

    private static final List<String> DOORS =
            List.of("server.address", MANAGEMENT_ADDRESS, "spring.grpc.server.address");

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        check(environment);
    }

    static void check(Environment environment) {
        Binder settings = Binder.get(environment);
        if (settings.bind(INSECURE, Boolean.class).orElse(false)) {
            return;
        }
        boolean enabled = settings.bind(ENABLED, Boolean.class).orElse(false);
        if (!enabled) {
            DOORS.forEach(key -> requireLoopback(settings, key));
            requireLoopback(settings, GRID);
            requireManagementAddress(settings);
        } else {
            requireTrusted(settings);
        }
    }

    private static void requireLoopback(Binder settings, String key) {
        settings.bind(key, String.class).ifBound(address -> {
            if (!isLoopback(key, address)) {
                throw new SettingsException(key + "=" + address
                        + " listens beyond this machine without access control: bind it to 127.0.0.1, ask for API keys"
                        + " with " + ENABLED + "=true, or allow it with " + INSECURE + "=true");
            }
        });
    }

    /** A port of its own listens on every address unless it is told one. */
    private static void requireManagementAddress(Binder settings) {
        settings.bind(MANAGEMENT_PORT, String.class).ifBound(port -> {
            if (!port.startsWith("-")
                    && settings.bind(MANAGEMENT_ADDRESS, String.class)
                            .orElse("")
                            .isEmpty()) {
                throw new SettingsException(MANAGEMENT_PORT + "=" + port
                        + " listens beyond this machine without access control: set " + MANAGEMENT_ADDRESS
                        + "=127.0.0.1, or ask for API keys with " + ENABLED + "=true");
            }
        });
    }

    private static void requireTrusted(Binder settings) {
        List<CidrBlock> trusted = settings.bind(TRUSTED, Bindable.listOf(String.class)).orElse(List.of()).stream()
                .map(LoopbackCheck::block)
                .toList();
        settings.bind(GRID, String.class).ifBound(address -> {
            if (isLoopback(GRID, address)) {
                return;
            }
            InetAddress bound = address.isBlank() ? null : addressOf(GRID, address);
            if (bound == null || bound.isAnyLocalAddress()) {
                throw new SettingsException(GRID + "=" + address
                        + " is no single address: members trust whoever reaches this port, so name the one address of a"
                        + " network of their own");
            }
            if (trusted.stream().noneMatch(block -> block.contains(bound))) {
                throw new SettingsException(GRID + "=" + address
                        + " lies in no trusted network: members trust whoever reaches this port, API keys or not; name"
                        + " the networks that only members can reach with " + TRUSTED + "=10.0.0.0/8,…");
            }
        });
    }

    private static CidrBlock block(String text) {
        try {
            return CidrBlock.parse(text);
        } catch (IllegalArgumentException e) {
            throw new SettingsException(TRUSTED + ": " + e.getMessage());
        }
    }

    private static boolean isLoopback(String key, String address) {
        return !address.isBlank() && addressOf(key, address).isLoopbackAddress();
    }

    private static InetAddress addressOf(String key, String address) {
        try {
            return InetAddress.getByName(address);
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
