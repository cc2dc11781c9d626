package io.carillon.benchmarks.wave;

import io.carillon.client.QuotaLimits;
import java.time.Duration;

/**
 * The wave benchmark: one-offs created through the client and due at one instant, run by a real member and a real worker
 * in processes of their own, on a real PostgreSQL with fsync and synchronous_commit on. It measures from the due instant to
 * the last durable success; the floors of PostgreSQL alone on the same schema stand beside it. {@link WaveOptions} says what
 * else it measures.
 */
public final class Wave {

    /** Of jobs that name none. */
    private Wave() {}

    public static void main(String[] args) throws Exception {
        WaveOptions options = Measurement.begin(args);
        MachineClock clock = new MachineClock();
        try (Database database = Database.start(options.dir())) {
            if (options.floors()) {
                new Floors(database, clock).measure(options.runs(), options.maxRunning());
            }
            if (options.needsGrid()) {
                try (Stand stand = new Stand(options, database, clock)) {
                    measure(options, stand);
                }
            }
        } catch (InterruptedException e) {
            Terminal.print("stopped");
        }
    }

    private static void measure(WaveOptions options, Stand stand) throws Exception {
        OneOffs oneOffs = new OneOffs(stand);
        for (int wave = 1; wave <= options.waves(); wave++) {
            boolean limited = options.maxRunning() > 0 && wave % 2 == 0;
            if (options.maxRunning() > 0) {
                stand.client()
                        .setQuota(OneOffs.OWNER, new QuotaLimits(limited ? options.maxRunning() : null, null, null));
            }
            oneOffs.wave("wave " + wave + (limited ? " with max_running " + options.maxRunning() : ""), options.runs());
        }
        for (int perSecond : options.rates()) {
            oneOffs.rate(perSecond + "/s for " + options.seconds() + " s", perSecond, options.seconds());
        }
        if (options.cronMinutes() > 0) {
            EverySecond.watch(stand, Duration.ofMinutes(options.cronMinutes()));
        }
        if (options.flood() > 0) {
            new Flood(stand).measure(options.flood());
        }
        if (options.held() > 0) {
            new Holding(stand).measure(options.held(), Duration.ofSeconds(options.heldSeconds()));
        }
    }
}
