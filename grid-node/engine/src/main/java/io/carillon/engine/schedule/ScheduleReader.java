package io.carillon.engine.schedule;

import static io.carillon.engine.schedule.CronText.quoted;

import io.carillon.domain.schedule.FixedRate;
import io.carillon.domain.schedule.Schedule;
import io.carillon.domain.schedule.ScheduleCompiler;
import io.carillon.domain.schedule.ScheduleSpec;
import io.carillon.domain.schedule.SingleInstant;
import io.carillon.domain.schedule.ZonedSchedule;
import io.carillon.domain.schedule.Zones;
import io.carillon.engine.schedule.ScheduleReading.Refused;
import io.carillon.engine.schedule.ScheduleReading.Understood;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.zone.ZoneRules;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Makes schedules of what users wrote. Thread-safe; what it returns is shared.
 *
 * <p>Millions of jobs share a few thousand cron texts, so compiled ones are kept. Where the bound is reached all are
 * dropped: compiling takes microseconds, so that costs less than an order of use kept under contention on every claim.
 */
public final class ScheduleReader implements ScheduleCompiler {

    private static final int CACHED_MAX = 10_000;

    private static final Schedule NEVER = nominal -> null;

    private final ConcurrentHashMap<ScheduleSpec.Cron, Schedule> compiled = new ConcurrentHashMap<>();
    private final Zones zones;

    /** By the zone data of the JDK. */
    public ScheduleReader() {
        this(Zones.OF_RUNTIME);
    }

    public ScheduleReader(Zones zones) {
        this.zones = zones;
    }

    /**
     * Reads the text of a new job's schedule.
     *
     * @param schedule a cron expression, a nickname or {@code @every}
     * @param createdAt anchor of a fixed rate; a schedule with no due instant after it is refused
     */
    public ScheduleReading read(String schedule, String timeZone, Instant createdAt) {
        try {
            ScheduleSpec spec = specOf(schedule, timeZone, createdAt);
            Schedule meaning = compile(spec);
            return meaning.nextAfter(createdAt) == null
                    ? new Refused("schedule", "never falls due: no day to come has the dates and times it asks for")
                    : new Understood(spec, meaning);
        } catch (ScheduleTextException refusal) {
            return new Refused(refusal.field(), String.valueOf(refusal.getMessage()));
        }
    }

    /**
     * The due instants of a schedule. A cron expression may have none: see {@link #read} for new ones.
     *
     * @throws ScheduleTextException if the texts mean nothing, which stored ones do not
     */
    @Override
    public Schedule compile(ScheduleSpec spec) {
        if (spec instanceof ScheduleSpec.Cron cron) {
            return compile(cron);
        }
        if (spec instanceof ScheduleSpec.Every every) {
            return new FixedRate(every.anchor(), every.period().toSeconds());
        }
        return new SingleInstant(((ScheduleSpec.OneOff) spec).runAt());
    }

    @Override
    public ScheduleSpec current(ScheduleSpec spec) {
        return spec instanceof ScheduleSpec.Cron cron ? cron.withZoneEdition(zones.editionOf(cron.timeZone())) : spec;
    }

    /** Whether there is a time zone of this name. */
    public boolean knowsZone(String timeZone) {
        return zones.rulesOf(timeZone, zones.edition()) != null;
    }

    /** The clock changes that a schedule is planned by; none for one that follows no calendar. */
    public ZoneRules rulesOf(ScheduleSpec spec) {
        return spec instanceof ScheduleSpec.Cron cron
                ? rulesOf(cron.timeZone(), cron.zoneEdition())
                : ZoneOffset.UTC.getRules();
    }

    /** Rules of time zones have changed otherwise than by a new edition: nothing compiled so far may be used. */
    public void forget() {
        compiled.clear();
    }

    /**
     * The schedule in English, as in "at 09:00 on Monday, Europe/Berlin time".
     *
     * @throws ScheduleTextException if the texts mean nothing
     */
    public String describe(ScheduleSpec spec) {
        if (spec instanceof ScheduleSpec.Cron cron) {
            rulesOf(cron.timeZone(), cron.zoneEdition());
            return new CronWords(CronText.parse(cron.expression())).inWords() + ", " + cron.timeZone() + " time";
        }
        if (spec instanceof ScheduleSpec.Every every) {
            return "every " + EnglishWords.period(every.period()) + ", counted from " + every.anchor();
        }
        return "once, at " + ((ScheduleSpec.OneOff) spec).runAt();
    }

    /** Fields of a cron expression that a reading of the clock does not match, by name; none for other schedules. */
    public List<String> unmatched(ScheduleSpec spec, LocalDateTime reading) {
        return spec instanceof ScheduleSpec.Cron cron
                ? CronMiss.of(CronText.parse(cron.expression()), reading)
                : List.of();
    }

    private ScheduleSpec specOf(String schedule, String timeZone, Instant createdAt) {
        CronText.requireReadable(schedule);
        if (EveryText.begins(schedule)) {
            rulesOf(timeZone, zones.edition());
            return new ScheduleSpec.Every(EveryText.parse(schedule), createdAt);
        }
        return new ScheduleSpec.Cron(schedule, timeZone, zones.editionOf(timeZone));
    }

    private Schedule compile(ScheduleSpec.Cron cron) {
        Schedule known = compiled.get(cron);
        if (known != null) {
            return known;
        }
        CronCalendar calendar = new CronCalendar(CronText.parse(cron.expression()));
        // What is compiled here for an edition that is not known yet must not stay.
        boolean lasting = cron.zoneEdition() <= zones.edition();
        ZoneRules rules = rulesOf(cron.timeZone(), cron.zoneEdition());
        Schedule schedule = calendar.matchesNothing() ? NEVER : new ZonedSchedule(calendar, rules);
        if (compiled.size() >= CACHED_MAX) {
            compiled.clear();
        }
        if (lasting) {
            compiled.put(cron, schedule);
        }
        return schedule;
    }

    private ZoneRules rulesOf(String timeZone, int edition) {
        ZoneRules rules = zones.rulesOf(timeZone, edition);
        if (rules == null) {
            String spelling = zones.spellingOf(timeZone);
            throw ScheduleTextException.inTimeZone("there is no time zone " + quoted(timeZone)
                    + (spelling == null ? "; names are like Europe/Berlin or UTC" : ", but there is " + spelling));
        }
        return rules;
    }
}
