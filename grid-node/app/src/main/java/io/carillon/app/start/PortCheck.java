package io.carillon.app.start;

import io.carillon.app.settings.SettingsException;
import io.carillon.member.wiring.StartException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.ApplicationListener;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

/**
 * Looks whether the ports of all doors can be had before anything is started: a taken one is found in no time, and the
 * option that sets it can be named.
 */
public final class PortCheck implements ApplicationListener<ApplicationEnvironmentPreparedEvent>, Ordered {

    private static final int PORT_MAX = 65_535;

    private record Door(String addressKey, String portKey, int portDefault) {}

    private static final List<Door> DOORS = List.of(
            new Door("server.address", "server.port", 8080),
            new Door("spring.grpc.server.address", "spring.grpc.server.port", 9090),
            new Door("carillon.cluster.bind-address", "carillon.cluster.port", 5701));

    @Override
    public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
        check(event.getEnvironment());
    }

    /**
     * @throws StartException naming the first port that cannot be had
     * @throws SettingsException naming the first that is none
     */
    static void check(Environment environment) {
        Binder settings = Binder.get(environment);
        for (Door door : DOORS) {
            String address = settings.bind(door.addressKey(), String.class).orElse("127.0.0.1");
            int port = settings.bind(door.portKey(), Integer.class).orElse(door.portDefault());
            requireFree(address, port, door.portKey());
        }
    }

    private static void requireFree(String address, int port, String key) {
        if (port < 0 || port > PORT_MAX) {
            throw new SettingsException(key + "=" + port + " is not allowed; allowed is 0 to " + PORT_MAX);
        }
        if (port == 0) {
            // Any free one, or what its door makes of it.
            return;
        }
        try (ServerSocket socket = new ServerSocket()) {
            // As the servers do it: connections of an earlier process that linger do not count.
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByName(address), port));
        } catch (IOException e) {
            throw new StartException(
                    "port " + port + " on " + address + " cannot be had (" + e.getMessage()
                            + "): choose another with --" + key + "=PORT",
                    e);
        }
    }

    /** After all sources have been read. */
    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }
}
