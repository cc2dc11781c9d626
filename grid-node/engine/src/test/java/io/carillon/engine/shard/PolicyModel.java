package io.carillon.engine.shard;

import io.carillon.domain.job.MisfirePolicy;
import io.carillon.domain.job.OverlapPolicy;
import io.carillon.engine.shard.PolicyCase.Pause;
import io.carillon.engine.shard.PolicyCase.Plan;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the rules for users say must become of each nominal time of a case, worked out half a second after half a second
 * with lists, and with nothing of the product. A run takes the same time always, and there are slots for all.
 */
final class PolicyModel {

    static final Duration TICK = Duration.ofMillis(500);
    static final Duration WORK = Duration.ofMillis(23_500);

    /** Runs that need not take turns are claimed so long before they are due. */
    private static final Duration AHEAD = Duration.ofSeconds(2);

    private static final class ModelRun {
        private final Instant nominal;
        private @Nullable Instant started;

        ModelRun(Instant nominal) {
            this.nominal = nominal;
        }
    }

    private final PolicyCase row;
    /** By nominal time: run, or the reason of its skip. */
    private final Map<Instant, String> ledger = new TreeMap<>();
    /** Not ended, oldest first. */
    private final List<ModelRun> live = new ArrayList<>();

    private final List<Instant> owed;
    private boolean down;
    private boolean paused;

    private PolicyModel(PolicyCase row) {
        this.row = row;
        this.owed = owedAfter(Plan.FIRST, row.begin());
    }

    static Map<Instant, String> ledgerOf(PolicyCase row) {
        PolicyModel model = new PolicyModel(row);
        for (Instant now = row.begin(); !now.isAfter(row.end()); now = now.plus(TICK)) {
            model.at(now);
        }
        return model.ledger;
    }

    private void at(Instant now) {
        if (now.equals(row.down())) {
            down = true;
        }
        if (now.equals(row.up())) {
            down = false;
            // The next owner judges by what it finds; only then do workers come with what they have done meanwhile.
            claim(now);
            start(now);
        }
        if (!down) {
            end(now);
            start(now);
            claim(now);
            start(now);
        }
        if (now.equals(row.paused())) {
            paused = true;
            withdraw(now);
        }
        if (now.equals(row.edited())) {
            edit(now);
        }
        if (now.equals(row.resumed())) {
            skipThrough(now, "PAUSED");
            paused = false;
            claim(now);
            start(now);
        }
    }

    private void claim(Instant now) {
        if (paused || owed.isEmpty()) {
            return;
        }
        boolean misfired = owed.get(0).plus(PolicyCase.MISFIRE_AFTER).isBefore(now);
        if (misfired && row.misfire() != MisfirePolicy.RUN_ALL) {
            boolean last = row.misfire() == MisfirePolicy.RUN_ONCE;
            while (owed.size() > (last ? 1 : 0) && !owed.get(last ? 1 : 0).isAfter(now)) {
                ledger.put(owed.remove(0), "MISFIRE");
            }
        }
        boolean turns = row.overlap() != OverlapPolicy.ALLOW;
        Instant horizon = turns ? now : now.plus(AHEAD);
        int most = !turns ? Integer.MAX_VALUE : row.overlap() == OverlapPolicy.SKIP ? 1 : 2;
        while (!owed.isEmpty() && !owed.get(0).isAfter(horizon)) {
            Instant nominal = owed.remove(0);
            if (live.size() < most) {
                live.add(new ModelRun(nominal));
                ledger.put(nominal, "run");
            } else {
                ledger.put(nominal, "OVERLAP");
            }
        }
    }

    private void start(Instant now) {
        if (paused && row.pause() == Pause.HOLD) {
            return;
        }
        boolean oneAtATime = row.overlap() != OverlapPolicy.ALLOW;
        for (ModelRun run : live) {
            boolean another = live.stream().anyMatch(other -> other.started != null);
            if (run.started == null && !run.nominal.isAfter(now) && !(oneAtATime && another)) {
                run.started = now;
            }
        }
    }

    private void end(Instant now) {
        live.removeIf(run -> run.started != null && !run.started.plus(WORK).isAfter(now));
    }

    /** What was claimed ahead of a change is owed again. */
    private void withdraw(Instant now) {
        for (ModelRun run : List.copyOf(live)) {
            if (run.nominal.isAfter(now)) {
                live.remove(run);
                ledger.remove(run.nominal);
                owed.add(0, run.nominal);
            }
        }
    }

    private void edit(Instant now) {
        if (paused) {
            skipThrough(now, "PAUSED");
        } else {
            withdraw(now);
        }
        owed.clear();
        owed.addAll(owedAfter(Plan.SECOND, now));
        claim(now);
        start(now);
    }

    private void skipThrough(Instant now, String reason) {
        while (!owed.isEmpty() && !owed.get(0).isAfter(now)) {
            ledger.put(owed.remove(0), reason);
        }
    }

    private List<Instant> owedAfter(Plan plan, Instant after) {
        return new ArrayList<>(plan.nominals(row.night()).stream()
                .filter(nominal -> nominal.isAfter(after))
                .toList());
    }
}
