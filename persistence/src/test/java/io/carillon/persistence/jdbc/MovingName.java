package io.carillon.persistence.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A port that leads to one server and later to another, as a name or a proxy does: connections that stand stay. */
final class MovingName implements AutoCloseable {

    private final ServerSocket door;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "moving-name");
        thread.setDaemon(true);
        return thread;
    });
    private volatile int leadsTo;

    MovingName(int port) throws IOException {
        leadsTo = port;
        door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        threads.execute(this::accept);
    }

    int port() {
        return door.getLocalPort();
    }

    void moveTo(int port) {
        leadsTo = port;
    }

    @Override
    public void close() throws IOException {
        door.close();
        threads.shutdownNow();
    }

    private void accept() {
        try {
            while (!door.isClosed()) {
                Socket caller = door.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), leadsTo);
                threads.execute(() -> carry(caller, server));
                threads.execute(() -> carry(server, caller));
            }
        } catch (IOException e) {
            if (!door.isClosed()) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static void carry(Socket from, Socket to) {
        try (from;
                to;
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            in.transferTo(out);
        } catch (IOException e) {
            // One side has hung up, and the other hears of it by the closing.
            assert from.isClosed();
        }
    }
}
