package io.carillon.member.wiring;

import io.carillon.domain.store.Redrive.Answer;
import io.carillon.engine.redrive.RedriveEvents;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** Counts what redrives of many come to. */
final class RedriveMeters implements RedriveEvents {

    private final Map<Answer, Counter> counters = new EnumMap<>(Answer.class);

    RedriveMeters(MeterRegistry meters) {
        for (Answer answer : Answer.values()) {
            counters.put(
                    answer,
                    Counter.builder("carillon.redrive.runs")
                            .description("Runs that redrives of many have asked for, by what their owners answered")
                            .tag("answer", answer.name().toLowerCase(Locale.ROOT))
                            .register(meters));
        }
    }

    @Override
    public void answered(Answer answer) {
        Counter counter = counters.get(answer);
        if (counter != null) {
            counter.increment();
        }
    }
}
