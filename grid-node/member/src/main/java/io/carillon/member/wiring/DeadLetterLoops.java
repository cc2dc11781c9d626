package io.carillon.member.wiring;

import io.carillon.domain.store.AlertStore;
import io.carillon.domain.time.TimeSource;
import io.carillon.engine.alert.AlertLoop;
import io.carillon.engine.alert.AlertSettings;
import io.carillon.engine.command.Owners;
import io.carillon.engine.redrive.RedriveLoop;
import io.carillon.engine.redrive.RedriveSettings;
import io.carillon.member.alerts.WebhookPost;
import io.carillon.persistence.DurableStore;
import io.carillon.worker.http.CidrBlock;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a member does about dead letters beside serving shards: redrives of many, alerts. Nobody waits for its threads. */
final class DeadLetterLoops implements AutoCloseable {

    /** Of a thread that is made after the loop it runs. */
    private static final class Wake implements Runnable {
        private volatile @Nullable StepThread thread;

        @Override
        public void run() {
            StepThread made = thread;
            if (made != null) {
                made.wake();
            }
        }
    }

    private final List<AutoCloseable> parts;

    private DeadLetterLoops(List<AutoCloseable> parts) {
        this.parts = parts;
    }

    /**
     * @param memberId names this member among those that may have a duty
     * @param alertsAllowed loopback and private ranges that webhooks may lie in
     */
    static DeadLetterLoops start(
            DurableStore store,
            Owners owners,
            TimeSource time,
            String memberId,
            int redrivesPerSecond,
            List<CidrBlock> alertsAllowed,
            MeterRegistry meters) {
        RedriveLoop redrives = new RedriveLoop(
                store.redrives(),
                store.duties(),
                owners,
                time,
                new RedriveMeters(meters),
                RedriveSettings.DEFAULT.withRunsPerSecond(redrivesPerSecond),
                memberId);
        AlertStore outbox = store.alerts();
        AlertMeters alertMeters = new AlertMeters(meters);
        AlertSettings alertSettings = AlertSettings.DEFAULT;
        WebhookPost post = new WebhookPost(alertsAllowed, alertSettings.underWayMax(), time);
        Wake wake = new Wake();
        AlertLoop alerts = new AlertLoop(outbox, post, time, alertMeters, alertSettings, wake);
        StepThread alertThread = new StepThread("carillon-alerts", Duration.ZERO, alerts::step);
        wake.thread = alertThread;
        return new DeadLetterLoops(List.of(
                StepThread.start("carillon-redrive", Duration.ZERO, redrives::step),
                alertThread.start(),
                StepThread.start("carillon-alert-count", Duration.ZERO, () -> alertMeters.count(outbox)),
                post));
    }

    @Override
    public void close() throws Exception {
        for (AutoCloseable part : parts) {
            part.close();
        }
    }
}
