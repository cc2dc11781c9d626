package io.carillon.benchmarks.wave;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Locale;

/**
 * One client on one connection that is kept alive for as long as the server lets it, and then made anew: sends a request, reads
 * its answer, sends the next one. As little as HTTP allows, so that what is measured is the server's work and not that of a client library.
 */
final class HttpLine implements AutoCloseable {

    private static final int TIMEOUT_MILLIS = 60_000;
    private static final int LINE_BYTES_MAX = 8_192;

    private final int port;
    private Socket socket;
    private InputStream in;
    private boolean closing;

    HttpLine(int port) throws IOException {
        this.port = port;
        this.socket = connect(port);
        this.in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
    }

    private static Socket connect(int port) throws IOException {
        Socket made = new Socket(InetAddress.getLoopbackAddress(), port);
        made.setTcpNoDelay(true);
        made.setSoTimeout(TIMEOUT_MILLIS);
        return made;
    }

    record Answer(int status, String body) {}

    Answer get(String path) throws IOException {
        return send(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n").getBytes(US_ASCII));
    }

    Answer post(String path, String json) throws IOException {
        byte[] body = json.getBytes(UTF_8);
        byte[] head = ("POST " + path
                        + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
                        + body.length + "\r\n\r\n")
                .getBytes(US_ASCII);
        byte[] all = new byte[head.length + body.length];
        System.arraycopy(head, 0, all, 0, head.length);
        System.arraycopy(body, 0, all, head.length, body.length);
        return send(all);
    }

    private Answer send(byte[] request) throws IOException {
        if (closing) {
            socket.close();
            socket = connect(port);
            in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
            closing = false;
        }
        socket.getOutputStream().write(request);
        return read();
    }

    private Answer read() throws IOException {
        int status = Integer.parseInt(line().substring(9, 12));
        int length = 0;
        boolean chunked = false;
        for (String header = line(); !header.isEmpty(); header = line()) {
            String lower = header.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = Integer.parseInt(lower.substring(15).strip());
            } else if (lower.startsWith("transfer-encoding:")) {
                chunked = true;
            } else if (lower.equals("connection: close")) {
                closing = true;
            }
        }
        if (!chunked) {
            return new Answer(status, new String(in.readNBytes(length), UTF_8));
        }
        StringBuilder body = new StringBuilder();
        for (int size = chunk(); size > 0; size = chunk()) {
            body.append(new String(in.readNBytes(size), UTF_8));
            line();
        }
        line();
        return new Answer(status, body.toString());
    }

    private int chunk() throws IOException {
        return Integer.parseInt(line(), 16);
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder(64);
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0 || line.length() > LINE_BYTES_MAX) {
                throw new EOFException("no answer");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
