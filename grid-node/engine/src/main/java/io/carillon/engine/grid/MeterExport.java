package io.carillon.engine.grid;

import com.hazelcast.internal.metrics.DynamicMetricsProvider;
import com.hazelcast.internal.metrics.MetricDescriptor;
import com.hazelcast.internal.metrics.MetricsCollectionContext;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;

/**
 * Publishes Carillon's own figures among the grid's metrics, under the prefix {@code carillon}: so Management Center and JMX show
 * them. Asked by a thread of the grid every few seconds.
 */
final class MeterExport implements DynamicMetricsProvider {

    private static final String PREFIX = "carillon";

    private final MeterRegistry meters;

    MeterExport(MeterRegistry meters) {
        this.meters = meters;
    }

    @Override
    public void provideDynamicMetrics(MetricDescriptor descriptor, MetricsCollectionContext context) {
        for (Meter meter : meters.getMeters()) {
            if (meter.getId().getName().startsWith(PREFIX + ".")) {
                publish(meter, new Values(meter, descriptor, context));
            }
        }
    }

    private static void publish(Meter meter, Values values) {
        if (meter instanceof Counter counter) {
            values.add("", counter.count());
        } else if (meter instanceof Gauge gauge) {
            values.add("", gauge.value());
        } else if (meter instanceof Timer timer) {
            values.add(".count", (double) timer.count());
            values.add(".total.millis", timer.totalTime(TimeUnit.MILLISECONDS));
            values.add(".max.millis", timer.max(TimeUnit.MILLISECONDS));
        } else if (meter instanceof DistributionSummary summary) {
            values.add(".count", (double) summary.count());
            values.add(".total", summary.totalAmount());
            values.add(".max", summary.max());
        }
    }

    private record Values(Meter meter, MetricDescriptor descriptor, MetricsCollectionContext context) {

        void add(String suffix, double value) {
            if (Double.isNaN(value)) {
                return; // what it measured is gone
            }
            MetricDescriptor described = descriptor
                    .copy()
                    .withPrefix(PREFIX)
                    .withMetric(meter.getId().getName().substring(PREFIX.length() + 1) + suffix);
            for (Tag tag : meter.getId().getTags()) {
                described = described.withTag(tag.getKey(), tag.getValue());
            }
            context.collect(described, value);
        }
    }
}
