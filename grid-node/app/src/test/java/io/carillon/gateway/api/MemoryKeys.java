package io.carillon.gateway.api;

import io.carillon.domain.store.KeyedCall;
import io.carillon.domain.store.KeyedCall.Answered;
import io.carillon.domain.store.KeyedCall.Claimed;
import io.carillon.domain.store.KeyedCall.KeptAnswer;
import io.carillon.domain.store.KeyedCall.OtherRequest;
import io.carillon.domain.store.KeyedCall.Standing;
import io.carillon.domain.store.KeyedCall.UnderWay;
import io.carillon.domain.store.KeyedCalls;
import io.carillon.domain.store.StoreUnavailableException;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Keys in memory, of one day; claims lapse when a test says so. */
public final class MemoryKeys implements KeyedCalls {

    private static final LocalDate DAY = LocalDate.parse("2026-03-01");

    private record Row(Claimed claim, @Nullable KeptAnswer answer, boolean inDoubt) {}

    private final Map<String, Row> rows = new LinkedHashMap<>();
    private boolean away;
    private boolean answersLost;

    /** Claims fail until told otherwise. */
    public synchronized void away(boolean isAway) {
        away = isAway;
    }

    /** As if the member had died between the effect and the answer. */
    public synchronized void loseAnswers(boolean lost) {
        answersLost = lost;
    }

    public synchronized void lapseClaims() {
        rows.replaceAll((key, row) -> new Row(row.claim, row.answer, true));
    }

    /** A call by somebody else that does not end. */
    public synchronized void hold(KeyedCall call) {
        rows.put(nameOf(call), new Row(new Claimed(call, DAY, new UUID(0, 0), false), null, false));
    }

    public synchronized int size() {
        return rows.size();
    }

    @Override
    public synchronized CompletableFuture<Standing> claim(KeyedCall call) {
        if (away) {
            return CompletableFuture.failedFuture(new StoreUnavailableException("away", new IllegalStateException()));
        }
        return CompletableFuture.completedFuture(standing(call));
    }

    private Standing standing(KeyedCall call) {
        Row row = rows.get(nameOf(call));
        if (row != null && !row.claim.call().equals(call)) {
            return new OtherRequest();
        }
        if (row != null && row.answer != null) {
            return new Answered(row.answer);
        }
        if (row != null && !row.inDoubt) {
            return new UnderWay(FixedTime.NOW);
        }
        Claimed claim =
                new Claimed(call, DAY, new UUID(1, rows.size()), row != null, row == null ? null : row.claim.note());
        rows.put(nameOf(call), new Row(claim, null, false));
        return claim;
    }

    @Override
    public synchronized CompletableFuture<Boolean> noted(Claimed claim, String note) {
        Row row = rows.get(nameOf(claim.call()));
        if (row == null || row.inDoubt || !row.claim.claimId().equals(claim.claimId())) {
            return CompletableFuture.completedFuture(false);
        }
        Claimed noted = new Claimed(claim.call(), claim.madeOn(), claim.claimId(), claim.again(), note);
        rows.put(nameOf(claim.call()), new Row(noted, null, false));
        return CompletableFuture.completedFuture(true);
    }

    @Override
    public synchronized CompletableFuture<Void> answered(Claimed claim, KeptAnswer answer) {
        if (answersLost) {
            return CompletableFuture.failedFuture(new StoreUnavailableException("lost", new IllegalStateException()));
        }
        rows.put(nameOf(claim.call()), new Row(claim, answer, false));
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public synchronized CompletableFuture<Void> dropped(Claimed claim, boolean undone) {
        if (undone) {
            rows.remove(nameOf(claim.call()));
        } else {
            Row row = rows.get(nameOf(claim.call()));
            rows.put(nameOf(claim.call()), new Row(row == null ? claim : row.claim, null, true));
        }
        return CompletableFuture.completedFuture(null);
    }

    private static String nameOf(KeyedCall call) {
        return call.scope() + "\n" + call.key();
    }
}
