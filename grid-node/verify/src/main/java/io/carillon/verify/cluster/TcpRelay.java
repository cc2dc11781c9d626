package io.carillon.verify.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A stretch of network between two processes on this machine, which can be cut. While it is cut, bytes are kept, connections
 * stay open and new ones get no answer, as with a cable that was pulled; afterwards what was kept goes on its way. Thread-safe.
 *
 * <p>Two threads a connection: there are at most a few dozen.
 */
public final class TcpRelay implements AutoCloseable {

    private static final int BUFFER_BYTES = 32 * 1024;
    private static final int CONNECT_TIMEOUT_MILLIS = 5_000;
    private static final int BACKLOG = 200;
    private static final long ACCEPT_PAUSE_NANOS = 10_000_000;

    private final String name;
    private final int targetPort;
    private final ServerSocket door;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition mended = lock.newCondition();
    private volatile boolean cut;
    private volatile boolean closed;

    private TcpRelay(String name, int targetPort, ServerSocket door) {
        this.name = name;
        this.targetPort = targetPort;
        this.door = door;
    }

    /** @param name says what it lies between */
    static TcpRelay open(String name, int port, int targetPort) {
        try {
            ServerSocket door = new ServerSocket();
            door.setReuseAddress(true);
            door.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
            TcpRelay relay = new TcpRelay(name, targetPort, door);
            relay.thread("accept", relay::acceptAll);
            return relay;
        } catch (IOException e) {
            throw new ClusterException("cannot listen on port " + port + ": " + e.getMessage(), e);
        }
    }

    public String name() {
        return name;
    }

    int port() {
        return door.getLocalPort();
    }

    public void cut() {
        cut = true;
    }

    public void mend() {
        lock.lock();
        try {
            cut = false;
            mended.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        closed = true;
        mend();
        closeQuietly(door);
        sockets.forEach(TcpRelay::closeQuietly);
    }

    private void acceptAll() {
        while (!closed) {
            try {
                Socket caller = door.accept();
                sockets.add(caller);
                thread("connect", () -> connect(caller));
            } catch (IOException e) {
                if (!closed) {
                    // Out of file descriptors or the like: the caller tries again, and so do we.
                    LockSupport.parkNanos(ACCEPT_PAUSE_NANOS);
                }
            }
        }
    }

    private void connect(Socket caller) {
        Socket target = new Socket();
        try {
            awaitMended();
            target.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), targetPort), CONNECT_TIMEOUT_MILLIS);
            caller.setTcpNoDelay(true);
            target.setTcpNoDelay(true);
            sockets.add(target);
            if (closed) {
                drop(caller, target);
                return;
            }
            thread("back", () -> copy(target, caller));
            copy(caller, target);
        } catch (IOException e) {
            // Nobody listens there: the caller is told as the kernel would tell it.
            drop(caller, target);
        }
    }

    /** When one direction ends, both do: neither gRPC, HTTP nor PostgreSQL uses a connection that is half closed. */
    private void copy(Socket from, Socket to) {
        byte[] buffer = new byte[BUFFER_BYTES];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                awaitMended();
                out.write(buffer, 0, n);
            }
            awaitMended();
        } catch (IOException e) {
            // One of the two has gone; so does the other.
            drop(from, to);
            return;
        }
        drop(from, to);
    }

    private void awaitMended() {
        if (!cut) {
            return;
        }
        lock.lock();
        try {
            while (cut) {
                mended.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    private void drop(Socket one, Socket other) {
        closeQuietly(one);
        closeQuietly(other);
        sockets.remove(one);
        sockets.remove(other);
    }

    private void thread(String part, Runnable work) {
        Thread thread = new Thread(work, "relay-" + name + "-" + part);
        thread.setDaemon(true);
        thread.start();
    }

    private static void closeQuietly(AutoCloseable each) {
        try {
            each.close();
        } catch (Exception e) {
            // It is closed as far as it can be.
            return;
        }
    }
}
