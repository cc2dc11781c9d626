package io.carillon.verify.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.Test;

class TcpRelayTest {

    private static final int TIMEOUT_MILLIS = 10_000;
    private static final int SILENT_MILLIS = 200;

    @Test
    void what_was_sent_over_a_cut_arrives_when_it_is_mended() throws IOException {
        try (ServerSocket target = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                TcpRelay relay = TcpRelay.open("test", 0, target.getLocalPort());
                Socket caller = new Socket(InetAddress.getLoopbackAddress(), relay.port());
                Socket called = target.accept()) {
            caller.getOutputStream().write(1);
            called.setSoTimeout(TIMEOUT_MILLIS);
            assertThat(called.getInputStream().read()).isEqualTo(1);

            relay.cut();
            caller.getOutputStream().write(2);
            called.setSoTimeout(SILENT_MILLIS);
            assertThatThrownBy(() -> called.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);

            relay.mend();
            called.setSoTimeout(TIMEOUT_MILLIS);
            assertThat(called.getInputStream().read()).isEqualTo(2);
            called.getOutputStream().write(3);
            caller.setSoTimeout(TIMEOUT_MILLIS);
            assertThat(caller.getInputStream().read()).isEqualTo(3);
        }
    }

    @Test
    void the_end_of_one_side_is_the_end_of_the_other() throws IOException {
        try (ServerSocket target = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                TcpRelay relay = TcpRelay.open("test", 0, target.getLocalPort());
                Socket caller = new Socket(InetAddress.getLoopbackAddress(), relay.port())) {
            target.accept().close();
            caller.setSoTimeout(TIMEOUT_MILLIS);
            assertThat(caller.getInputStream().read()).isEqualTo(-1);
        }
    }
}
