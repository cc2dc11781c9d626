package io.carillon.domain.wheel;

/**
 * One entry of a {@link TimingWheel}: the handle by which whoever scheduled it can take it back. Belongs to the thread
 * that drives the wheel.
 *
 * @param <T> what the wheel hands out when the deadline has come
 */
public final class Timer<T> extends Link {
    private final TimingWheel<T> wheel;
    private final T value;
    private final long deadlineMicros;

    Timer(TimingWheel<T> wheel, T value, long deadlineMicros) {
        this.wheel = wheel;
        this.value = value;
        this.deadlineMicros = deadlineMicros;
    }

    public T value() {
        return value;
    }

    /** The instant before which this timer does not fire, in microseconds since the epoch. */
    public long deadlineMicros() {
        return deadlineMicros;
    }

    /** True from scheduling until the timer fires or is cancelled; false already while its own value is handed out. */
    public boolean isPending() {
        return next != this;
    }

    /**
     * Takes the timer back, in constant time, also from within the sink of an advance.
     *
     * @return false if it had fired or been cancelled before; nothing happens then
     */
    public boolean cancel() {
        if (!isPending()) {
            return false;
        }
        unlink();
        wheel.forgetOne();
        return true;
    }
}
