package io.carillon.gateway.json;

import io.carillon.domain.job.Payload;
import io.carillon.gateway.api.FieldViolation;
import io.carillon.gateway.api.Problem;
import io.carillon.gateway.api.ProblemException;
import io.carillon.gateway.api.ProblemType;
import io.carillon.gateway.api.Timestamps;
import io.carillon.gateway.api.Violations;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a JSON object, asked for by name and kind. What is of another kind, and what was never asked for ({@link
 * #refuseUnknown}), is noted as a violation; absent and null fields are null.
 */
public final class JsonFields {

    /** Far beyond every duration that passes a rule, and small enough to be reckoned with. */
    private static final BigDecimal SECONDS_LIMIT = BigDecimal.valueOf(1_000_000_000_000L);

    private final byte[] body;
    private final String path;
    private final Map<String, Json.Member> members;
    private final Violations violations;
    private final Set<String> known = new HashSet<>();

    private JsonFields(byte[] body, String path, Map<String, Json.Member> members, Violations violations) {
        this.body = body;
        this.path = path;
        this.members = members;
        this.violations = violations;
    }

    /**
     * Reads a body that must be one object.
     *
     * @throws ProblemException if it is not
     */
    public static JsonFields of(byte[] body, Violations violations) {
        Json json = JsonText.parse(body);
        if (json instanceof Json.Obj object) {
            return new JsonFields(body, "", object.members(), violations);
        }
        throw Problem.of(ProblemType.INVALID_REQUEST, "the body must be a JSON object, is " + json.kind())
                .toException();
    }

    /** Reads the items of an array one after the other. */
    public interface Items {
        /** @return what is wrong with the array as a whole, so that no more of it is read; null: nothing */
        @Nullable
        ProblemException object(JsonFields fields, Violations violations);

        /** @see #object */
        @Nullable
        ProblemException refused(Problem problem);
    }

    /**
     * Reads a body that must be one object with one array of objects, item by item. Each item's violations are its own.
     *
     * @throws ProblemException if the body is not that, or as the items say
     */
    public static void items(byte[] body, String array, Items items) {
        Violations outer = new Violations();
        boolean[] given = {false};
        JsonText.walk(body, array, new JsonText.Visitor() {
            @Override
            public void item(Json.Member item) {
                given[0] = true;
                Violations violations = new Violations();
                ProblemException end = item.value() instanceof Json.Obj object
                        ? items.object(new JsonFields(body, "", object.members(), violations), violations)
                        : items.refused(Problem.of(
                                ProblemType.INVALID_REQUEST,
                                "must be an object, is " + item.value().kind()));
                if (end != null) {
                    throw end;
                }
            }

            @Override
            public void other(String name) {
                given[0] |= name.equals(array);
                outer.add(
                        name.isEmpty() ? "\"\"" : name,
                        name.equals(array) ? "must be an array of objects" : "is not a known field");
            }
        });
        if (!given[0]) {
            outer.add(array, "is required: an array of 1 object or more");
        }
        if (!outer.isEmpty()) {
            throw Problem.invalid(outer.list()).toException();
        }
    }

    /**
     * Takes a payload from elsewhere than a JSON body, if it is JSON.
     *
     * @throws ProblemException if it is too large
     */
    public static @Nullable Payload payload(String field, byte[] utf8, Violations violations) {
        Payload payload = sized(field, utf8);
        try {
            JsonText.check(utf8);
        } catch (ProblemException malformed) {
            violations.add(field, "is not valid JSON: " + malformed.problem().detail());
        }
        return payload;
    }

    public @Nullable String text(String name) {
        return take(name, "a string", json -> json instanceof Json.Text text ? text.value() : null);
    }

    public @Nullable Integer integer(String name) {
        Json json = value(name);
        if (json == null) {
            return null;
        }
        if (json instanceof Json.Num number && number.integral() && fitsInt(number.value())) {
            return number.value().intValue();
        }
        violations.add(path + name, "must be an integer" + (json instanceof Json.Num ? "" : ", not " + json.kind()));
        return null;
    }

    public @Nullable Double number(String name) {
        return take(
                name,
                "a number",
                json -> json instanceof Json.Num number ? number.value().doubleValue() : null);
    }

    /** False where it is absent. */
    public boolean flag(String name) {
        return Boolean.TRUE.equals(take(
                name, "true or false", json -> json instanceof Json.Bool bool ? bool.value() : null));
    }

    /** True if the field is there, if only as null. */
    public boolean isPresent(String name) {
        known.add(name);
        return members.containsKey(name);
    }

    /** Seconds as a number, with a fraction if need be; kept to the microsecond. */
    public @Nullable Duration seconds(String name) {
        return take(name, "a number of seconds", json -> json instanceof Json.Num number ? seconds(number) : null);
    }

    public @Nullable Instant instant(String name) {
        String text = text(name);
        if (text == null) {
            return null;
        }
        Instant instant = Timestamps.parse(text);
        if (instant == null) {
            violations.add(path + name, Timestamps.EXPECTED);
        }
        return instant;
    }

    public @Nullable JsonFields object(String name) {
        return take(
                name,
                "an object",
                json -> json instanceof Json.Obj object
                        ? new JsonFields(body, path + name + ".", object.members(), violations)
                        : null);
    }

    /** An object of which every value is a string. */
    public @Nullable Map<String, String> texts(String name) {
        JsonFields object = object(name);
        if (object == null) {
            return null;
        }
        Map<String, String> texts = new LinkedHashMap<>();
        for (Map.Entry<String, Json.Member> member : object.members.entrySet()) {
            if (member.getValue().value() instanceof Json.Text text) {
                texts.put(member.getKey(), text.value());
            } else {
                violations.add(
                        object.path + member.getKey(),
                        "must be a string, not " + member.getValue().value().kind());
            }
        }
        return texts;
    }

    /** Any value, exactly as it was written; null stands for none. */
    public @Nullable Payload raw(String name) {
        known.add(name);
        Json.Member member = members.get(name);
        if (member == null || member.value() instanceof Json.Null) {
            return null;
        }
        return sized(path + name, Arrays.copyOfRange(body, member.from(), member.to()));
    }

    /** True if the field holds this kind of value, which is then read by its own method. */
    public boolean isArray(String name) {
        return value(name) instanceof Json.Array;
    }

    public boolean isNumber(String name) {
        return value(name) instanceof Json.Num;
    }

    public boolean isObject(String name) {
        return value(name) instanceof Json.Obj;
    }

    public boolean isGiven(String name) {
        return value(name) != null;
    }

    /** Notes that a field is of none of the kinds it may have. */
    public void refuse(String name, String message) {
        violations.add(path + name, message);
    }

    /** An array of seconds; items that are none are noted and left out. */
    public List<Duration> listOfSeconds(String name) {
        List<Duration> seconds = new ArrayList<>();
        if (value(name) instanceof Json.Array array) {
            for (int n = 0; n < array.items().size(); n++) {
                Json item = array.items().get(n);
                if (item instanceof Json.Num number) {
                    seconds.add(seconds(number));
                } else {
                    violations.add(path + name + "[" + n + "]", "must be a number of seconds, not " + item.kind());
                }
            }
        }
        return seconds;
    }

    /** Notes every field that nobody has asked for. */
    public void refuseUnknown() {
        for (String name : members.keySet()) {
            if (!known.contains(name)) {
                violations.add(path + (name.isEmpty() ? "\"\"" : name), "is not a known field");
            }
        }
    }

    private @Nullable Json value(String name) {
        known.add(name);
        Json.Member member = members.get(name);
        return member == null || member.value() instanceof Json.Null ? null : member.value();
    }

    private <T> @Nullable T take(String name, String wanted, Function<Json, @Nullable T> reading) {
        Json json = value(name);
        if (json == null) {
            return null;
        }
        T taken = reading.apply(json);
        if (taken == null) {
            violations.add(path + name, "must be " + wanted + ", not " + json.kind());
        }
        return taken;
    }

    private static boolean fitsInt(BigDecimal value) {
        return value.abs().compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) <= 0;
    }

    private static Duration seconds(Json.Num number) {
        // Clipped first: a number such as 1e999999999 would take for ever to be written out.
        BigDecimal clipped = number.value().min(SECONDS_LIMIT).max(SECONDS_LIMIT.negate());
        if (clipped.signum() != 0 && clipped.precision() - clipped.scale() < -9) {
            clipped = BigDecimal.ZERO;
        }
        BigDecimal micros = clipped.movePointRight(6).setScale(0, RoundingMode.HALF_UP);
        return Duration.ofSeconds(
                micros.divideToIntegralValue(BigDecimal.valueOf(1_000_000)).longValueExact(),
                micros.remainder(BigDecimal.valueOf(1_000_000)).longValueExact() * 1_000);
    }

    private static Payload sized(String field, byte[] utf8) {
        if (utf8.length > Payload.BYTES_MAX) {
            String message = "must have at most " + Payload.BYTES_MAX + " bytes, has " + utf8.length;
            throw new Problem(
                            ProblemType.PAYLOAD_TOO_LARGE,
                            field + ": " + message,
                            List.of(new FieldViolation(field, message)),
                            null)
                    .toException();
        }
        return Payload.ofUtf8(utf8);
    }
}
