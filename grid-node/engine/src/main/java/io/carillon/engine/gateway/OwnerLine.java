package io.carillon.engine.gateway;

import io.carillon.domain.time.TimeSource;
import io.carillon.engine.command.Owners;
import io.carillon.engine.command.Request;
import io.carillon.engine.command.RunCommand;
import io.carillon.engine.command.RunReply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The line to the owners of runs. An owner that cannot answer yet is asked again, after 50 ms at first and 2 s at most,
 * until the question's patience is over. Thread-safe.
 */
final class OwnerLine {

    private static final long FIRST_DELAY_NANOS = Duration.ofMillis(50).toNanos();
    private static final long LAST_DELAY_NANOS = Duration.ofSeconds(2).toNanos();
    private static final int DOUBLINGS_MAX = 6;
    /** Questions kept for asking again; beyond it they are answered with a retry, as when their patience is over. */
    static final int WAITING_MAX = 100_000;

    /**
     * @param patience how long to ask again; zero: once only
     * @param answer called once; gets {@link RunReply.Retry} only when the patience is over
     */
    record Question(RunCommand command, Duration patience, Consumer<RunReply> answer) {}

    private record Again(Question question, int tries, long endNanos, long dueNanos) {}

    private final Owners owners;
    private final TimeSource time;
    private final ReentrantLock lock = new ReentrantLock();
    private final PriorityQueue<Again> waiting = new PriorityQueue<>(Comparator.comparingLong(Again::dueNanos));
    private final Set<RunCommand> reportsWaiting = new HashSet<>();

    OwnerLine(Owners owners, TimeSource time) {
        this.owners = owners;
        this.time = time;
    }

    void ask(Collection<Question> questions) {
        if (questions.isEmpty()) {
            return;
        }
        long now = time.nanos();
        List<Request> requests = new ArrayList<>(questions.size());
        for (Question question : questions) {
            long end = now + question.patience().toNanos();
            requests.add(request(question, 0, end));
        }
        owners.submit(requests);
    }

    /** True if this very report waits to be asked again, so that a repeat of the worker's adds nothing. */
    boolean keeps(RunCommand.Report report) {
        lock.lock();
        try {
            return !reportsWaiting.isEmpty() && reportsWaiting.contains(report);
        } finally {
            lock.unlock();
        }
    }

    /** Asks again what is due. */
    void tick() {
        long now = time.nanos();
        List<Request> requests = new ArrayList<>();
        lock.lock();
        try {
            for (Again next = waiting.peek(); next != null && next.dueNanos() - now <= 0; next = waiting.peek()) {
                waiting.remove();
                reportsWaiting.remove(next.question().command());
                requests.add(request(next.question(), next.tries(), next.endNanos()));
            }
        } finally {
            lock.unlock();
        }
        if (!requests.isEmpty()) {
            owners.submit(requests);
        }
    }

    private Request request(Question question, int tries, long endNanos) {
        return new Request.OfRun(question.command(), reply -> {
            if (!(reply instanceof RunReply.Retry && willAskAgain(question, tries, endNanos))) {
                question.answer().accept(reply);
            }
        });
    }

    private boolean willAskAgain(Question question, int tries, long endNanos) {
        long delay = Math.min(LAST_DELAY_NANOS, FIRST_DELAY_NANOS << Math.min(tries, DOUBLINGS_MAX));
        long due = time.nanos() + delay;
        if (due - endNanos > 0) {
            return false;
        }
        lock.lock();
        try {
            if (waiting.size() >= WAITING_MAX) {
                return false;
            }
            waiting.add(new Again(question, tries + 1, endNanos, due));
            if (question.command() instanceof RunCommand.Report) {
                reportsWaiting.add(question.command());
            }
            return true;
        } finally {
            lock.unlock();
        }
    }
}
