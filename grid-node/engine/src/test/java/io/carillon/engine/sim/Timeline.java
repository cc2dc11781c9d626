package io.carillon.engine.sim;

import io.carillon.domain.id.JobId;
import io.carillon.domain.id.RunId;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * What happened, as a number that two runs of one seed must have in common, and, where somebody wants to read it, as text.
 * Nothing that differs from one virtual machine to the next may go in.
 */
final class Timeline {

    private final Agenda agenda;
    private final boolean printed;
    private long hash = 17;

    Timeline(Agenda agenda, boolean printed) {
        this.agenda = agenda;
        this.printed = printed;
    }

    void note(String what, Object... details) {
        mix(agenda.nowMicros());
        mix(what.hashCode());
        for (Object detail : details) {
            mix(numberOf(detail));
        }
        if (printed) {
            print(what, details);
        }
    }

    /** For readers alone. */
    void remark(Supplier<String> text) {
        if (printed) {
            print(text.get());
        }
    }

    long hash() {
        return hash;
    }

    private void mix(long value) {
        hash = (hash ^ value) * 0x9E37_79B9_7F4A_7C15L;
        hash ^= hash >>> 29;
    }

    private static long numberOf(Object detail) {
        if (detail instanceof Number number) {
            return number.longValue();
        } else if (detail instanceof String text) {
            return text.hashCode();
        } else if (detail instanceof RunId run) {
            return run.value().hashCode();
        } else if (detail instanceof JobId job) {
            return job.value().hashCode();
        } else if (detail instanceof Enum<?> constant) {
            return constant.name().hashCode();
        } else if (detail instanceof Boolean flag) {
            return flag ? 1 : 0;
        }
        throw new IllegalArgumentException("not the same in every virtual machine: " + detail.getClass());
    }

    @SuppressWarnings("SystemOut") // whoever replays a seed reads it there
    private void print(String what, Object... details) {
        StringBuilder line = new StringBuilder()
                .append(String.format(Locale.ROOT, "%12.6f  ", agenda.nowMicros() / 1e6))
                .append(what);
        for (Object detail : details) {
            line.append(' ').append(detail);
        }
        System.out.println(line);
    }
}
