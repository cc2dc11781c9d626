package io.carillon.engine.grid;

import org.jspecify.annotations.Nullable;

/**
 * Where a member listens.
 *
 * @param bind the one address to listen on
 * @param shown {@code host[:port]} under which others reach it, if not the address it listens on
 * @param port of the grid, 1 to 65,535
 * @param portAutoIncrement takes the next free port if this one is taken; for members side by side on one machine
 * @param clientPort where clients of the grid are heard; 0: nowhere
 * @param listens false: nowhere; nobody can join this member, and it joins nobody
 */
public record GridAddress(
        String bind, @Nullable String shown, int port, boolean portAutoIncrement, int clientPort, boolean listens) {

    public static final int PORT_DEFAULT = 5701;

    private static final String LOOPBACK = "127.0.0.1";

    /** For a single member that opens no port. */
    public static final GridAddress NOWHERE = new GridAddress(LOOPBACK, null, PORT_DEFAULT, false, 0, false);

    public GridAddress {
        if (bind.isBlank()) {
            throw new IllegalArgumentException("the bind address must not be empty");
        }
        GridSettings.requireIn("port", port, 1, 65_535);
        GridSettings.requireIn("client port", clientPort, 0, 65_535);
    }

    public GridAddress(String bind, @Nullable String shown, int port, boolean portAutoIncrement) {
        this(bind, shown, port, portAutoIncrement, 0, true);
    }

    /** The same, with a door for clients of the grid. */
    public GridAddress withClientPort(int port) {
        return new GridAddress(bind, shown, this.port, portAutoIncrement, port, listens);
    }

    public static GridAddress loopback(int port) {
        return new GridAddress(LOOPBACK, null, port, false);
    }
}
