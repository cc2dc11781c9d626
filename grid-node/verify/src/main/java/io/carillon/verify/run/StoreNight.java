package io.carillon.verify.run;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** The time at which the store's clock begins: now, or shortly before the clocks of some zone are changed. */
sealed interface StoreNight {

    /**
     * When the load is to begin, on the store's clock; the clock may be past it when all has started.
     *
     * @param now of this machine
     */
    Instant begin(Instant now, Duration length);

    /** For people. */
    String words();

    /** When clocks are changed, if it is wanted within the load. */
    default Optional<Instant> change(Instant wantedBegin, Duration length) {
        return Optional.empty();
    }

    /** Whose clocks are changed meanwhile, or might be. */
    default String zone() {
        return "Europe/Berlin";
    }

    record Now() implements StoreNight {
        @Override
        public Instant begin(Instant now, Duration length) {
            return now;
        }

        @Override
        public String words() {
            return "now";
        }
    }

    record At(Instant instant) implements StoreNight {
        @Override
        public Instant begin(Instant now, Duration length) {
            return instant;
        }

        @Override
        public String words() {
            return instant.toString();
        }
    }

    /** The zone's next change of its clocks comes when a third of the load is over. */
    record Change(String zone, boolean gap) implements StoreNight {

        private static final int CHANGES_MAX = 8;

        @Override
        public Instant begin(Instant now, Duration length) {
            Instant from = now;
            for (int i = 0; i < CHANGES_MAX; i++) {
                ZoneOffsetTransition next = ZoneId.of(zone).getRules().nextTransition(from);
                if (next == null) {
                    break;
                }
                from = next.getInstant();
                if (next.isGap() == gap) {
                    return from.minus(before(length));
                }
            }
            throw new IllegalStateException("the clocks of " + zone + " are not changed any more");
        }

        @Override
        public Optional<Instant> change(Instant wantedBegin, Duration length) {
            return Optional.of(wantedBegin.plus(before(length)));
        }

        private static Duration before(Duration length) {
            return length.dividedBy(3).truncatedTo(ChronoUnit.MILLIS);
        }

        @Override
        public String words() {
            return (gap ? "the gap" : "the repeated hour") + " of " + zone;
        }
    }

    List<String> ZONES =
            List.of("Europe/Berlin", "America/New_York", "America/Santiago", "Australia/Lord_Howe", "Pacific/Chatham");

    static StoreNight ofSeed(long seed) {
        RandomGenerator chance = RandomGeneratorFactory.of("L64X128MixRandom").create(~seed);
        return new Change(ZONES.get(chance.nextInt(ZONES.size())), chance.nextBoolean());
    }

    /** @param word now, gap, overlap or an instant; empty: it is none of these */
    static Optional<StoreNight> parse(String word) {
        return switch (word) {
            case "now" -> Optional.of(new Now());
            case "gap" -> Optional.of(new Change("Europe/Berlin", true));
            case "overlap" -> Optional.of(new Change("Europe/Berlin", false));
            default -> {
                try {
                    yield Optional.of(new At(Instant.parse(word)));
                } catch (java.time.format.DateTimeParseException e) {
                    yield Optional.empty();
                }
            }
        };
    }
}
