package io.carillon.worker.runtime;

import io.carillon.proto.v1.GridMessage;
import io.carillon.proto.v1.WorkerMessage;
import io.carillon.proto.v1.WorkerServiceGrpc;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.List;

/**
 * A stream over a channel of its own. Callbacks come on the transport's thread, which only passes them on.
 *
 * <p>The channel ends with the stream, so that the next one looks the member's name up again.
 */
final class GrpcGridStream implements GridStream {
    /** A hello or heartbeat of 100,000 runs has about 10 MiB; what comes in is smaller, but the limit is the contract's. */
    private static final int INBOUND_BYTES_MAX = 16 * 1024 * 1024;

    /**
     * Bytes on their way beyond which results wait here. With the default of 32 KiB a stream under load is hardly ever
     * ready.
     */
    private static final int READY_BYTES = 1 << 20;

    private final ManagedChannel channel;
    private final ClientCall<WorkerMessage, GridMessage> call;

    private GrpcGridStream(ManagedChannel channel) {
        this.channel = channel;
        this.call = channel.newCall(
                WorkerServiceGrpc.getConnectMethod(), CallOptions.DEFAULT.withOnReadyThreshold(READY_BYTES));
    }

    /** @param channels how the channel to a member is made */
    static Opener opener(List<String> targets, Channels channels) {
        return (target, events) -> {
            ManagedChannel channel = channels.forMember(targets.get(target))
                    .directExecutor()
                    .maxInboundMessageSize(INBOUND_BYTES_MAX)
                    .build();
            GrpcGridStream stream = new GrpcGridStream(channel);
            try {
                stream.call.start(stream.new Listener(events), new Metadata());
            } catch (RuntimeException e) {
                // Whoever tells the API key could not.
                channel.shutdownNow();
                throw e;
            }
            return stream;
        };
    }

    @Override
    public void send(WorkerMessage message) {
        call.sendMessage(message);
    }

    @Override
    public boolean isReady() {
        return call.isReady();
    }

    @Override
    public void request(int messages) {
        call.request(messages);
    }

    @Override
    public void finish() {
        call.halfClose();
    }

    @Override
    public void cancel(String reason) {
        call.cancel(reason, null);
        channel.shutdownNow();
    }

    private final class Listener extends ClientCall.Listener<GridMessage> {
        private final EventSink events;

        private Listener(EventSink events) {
            this.events = events;
        }

        @Override
        public void onMessage(GridMessage message) {
            events.put(new Event.Received(GrpcGridStream.this, message));
        }

        @Override
        public void onReady() {
            events.put(new Event.Ready(GrpcGridStream.this));
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            channel.shutdown();
            String description = status.getDescription();
            String reason = description == null
                    ? status.getCode().name()
                    : status.getCode().name() + ": " + description;
            events.put(new Event.Closed(GrpcGridStream.this, reason));
        }
    }
}
