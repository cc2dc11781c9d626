package io.carillon.engine.schedule;

import static io.carillon.engine.schedule.CronText.quoted;

import io.carillon.domain.schedule.FixedRate;
import io.carillon.domain.schedule.RuleChange;
import io.carillon.domain.schedule.Schedule;
import io.carillon.domain.schedule.ScheduleCompiler;
import io.carillon.domain.schedule.ScheduleSpec;
import io.carillon.domain.schedule.SingleInstant;
import io.carillon.domain.schedule.SplicedSchedule;
import io.carillon.domain.schedule.ZonedSchedule;
import io.carillon.domain.schedule.Zones;
import io.carillon.engine.schedule.ScheduleReading.Refused;
import io.carillon.engine.schedule.ScheduleReading.Understood;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

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

    /**
     * {@inheritDoc}
     *
     * <p>What hours that float make of it moves nothing, nor does a change that falls between two times: then the definition
     * says nothing of it. Either times are added or taken away, so counting tells.
     */
    @Override
    public ScheduleSpec renewed(ScheduleSpec spec, Instant settledThrough, boolean paused) {
        if (!(spec instanceof ScheduleSpec.Cron older)) {
            return spec;
        }
        ScheduleSpec.Cron newest = older.withZoneEdition(zones.editionOf(older.timeZone()));
        if (newest.equals(older)) {
            return older;
        }
        ZoneRules rules = rulesOf(newest);
        RuleChange found = RuleChange.after(settledThrough, clocksOf(older));
        RuleChange change = paused ? found.madeUp(rules) : found;
        ScheduleSpec.Cron changed = newest.since(change);
        Instant until = change.at().plus(RuleChange.REACH);
        boolean moves = compile(newest).count(settledThrough, until)
                != uncached(changed).count(settledThrough, until);
        return moves ? changed : newest;
    }

    /** Whether there is a time zone of this name. */
    public boolean knowsZone(String timeZone) {
        return zones.rulesOf(timeZone, zones.edition()) != null;
    }

    /** The clock changes of the zone that a schedule is planned by; none for one that follows no calendar. */
    public ZoneRules rulesOf(ScheduleSpec spec) {
        return spec instanceof ScheduleSpec.Cron cron
                ? rulesOf(cron.timeZone(), cron.zoneEdition())
                : ZoneOffset.UTC.getRules();
    }

    /** Where the clocks of a schedule jump over a reading, at a change of their rules as well; null if they show it. */
    public @Nullable ZoneOffsetTransition jumpOver(ScheduleSpec spec, LocalDateTime reading) {
        if (spec instanceof ScheduleSpec.Cron cron && cron.ruleChange() != null) {
            ZoneOffsetTransition jump = clocksOf(cron).getTransition(reading);
            if (jump != null
                    && jump.isGap()
                    && jump.getInstant().equals(cron.ruleChange().at())) {
                return jump;
            }
        }
        ZoneOffsetTransition jump = rulesOf(spec).getTransition(reading);
        return jump != null && jump.isGap() ? jump : null;
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
        // What is compiled here for an edition that is not known yet must not stay.
        boolean lasting = cron.zoneEdition() <= zones.edition();
        Schedule schedule = uncached(cron);
        if (compiled.size() >= CACHED_MAX) {
            compiled.clear();
        }
        if (lasting) {
            compiled.put(cron, schedule);
        }
        return schedule;
    }

    private Schedule uncached(ScheduleSpec.Cron cron) {
        CronCalendar calendar = new CronCalendar(CronText.parse(cron.expression()));
        ZoneRules rules = rulesOf(cron);
        if (calendar.matchesNothing()) {
            return NEVER;
        }
        ZonedSchedule plain = new ZonedSchedule(calendar, rules);
        RuleChange change = cron.ruleChange();
        return change == null
                ? plain
                : new SplicedSchedule(plain, change.at(), new ZonedSchedule(calendar, change.into(rules)));
    }

    /** The clocks that a schedule has gone by since it is planned by its edition. */
    private ZoneRules clocksOf(ScheduleSpec.Cron cron) {
        RuleChange change = cron.ruleChange();
        return change == null ? rulesOf(cron) : change.into(rulesOf(cron));
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
