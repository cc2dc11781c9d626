package io.carillon.gateway.json;

import io.carillon.gateway.api.Problem;
import io.carillon.gateway.api.ProblemException;
import io.carillon.gateway.api.ProblemType;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;

/** Reads JSON in UTF-8, strictly: one value, no name twice, bounded in depth and in the length of numbers. */
final class JsonText {

    private static final int DEPTH_MAX = 200;
    private static final int NUMBER_CHARS_MAX = 1_000;
    /** Stands for numbers that are too large for {@link BigDecimal}; no field allows anything near it. */
    private static final BigDecimal BEYOND = new BigDecimal("1e999999999");
    /** What Jackson says to its programmers: where the text came from, which feature or limit would allow it. */
    private static final Pattern ASIDE =
            Pattern.compile(" \\((start marker at|not recognized as one since).*|, from `[^`]*`|`");

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEPTH_MAX)
                    .maxNumberLength(NUMBER_CHARS_MAX)
                    .build())
            .build();

    private JsonText() {}

    /** @throws ProblemException if it is not one JSON value */
    static Json parse(byte[] utf8) {
        requireUtf8(utf8);
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), utf8)) {
            if (parser.nextToken() == null) {
                throw malformed("it is empty");
            }
            Json value = value(parser);
            end(parser);
            return value;
        } catch (JacksonException e) {
            throw malformed(words(e));
        }
    }

    /** What a reader of {@link #walk} is told of. */
    interface Visitor {
        /** An item of the array. */
        void item(Json.Member item);

        /** Another field, or one of another kind. */
        void other(String name);
    }

    /**
     * Walks over one object that holds an array, item by item, so that only one at a time is in memory.
     *
     * @throws ProblemException if it is not one JSON object; some items may have been visited
     */
    static void walk(byte[] utf8, String array, Visitor visitor) {
        requireUtf8(utf8);
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), utf8)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw malformed("it must be an object");
            }
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String name = parser.currentName();
                if (parser.nextToken() == JsonToken.START_ARRAY && name.equals(array)) {
                    items(parser, visitor);
                } else {
                    parser.skipChildren();
                    visitor.other(name);
                }
            }
            end(parser);
        } catch (JacksonException e) {
            throw malformed(words(e));
        }
    }

    private static void items(JsonParser parser, Visitor visitor) {
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            int from = (int) parser.currentTokenLocation().getByteOffset();
            Json value = value(parser);
            visitor.item(
                    new Json.Member(value, from, (int) parser.currentLocation().getByteOffset()));
        }
    }

    /** As {@link #parse}, without keeping anything. */
    static void check(byte[] utf8) {
        requireUtf8(utf8);
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), utf8)) {
            if (parser.nextToken() == null) {
                throw malformed("it is empty");
            }
            parser.skipChildren();
            end(parser);
        } catch (JacksonException e) {
            throw malformed(words(e));
        }
    }

    /** Jackson would take UTF-16 and UTF-32 too, and overlong forms of UTF-8; places in the text are bytes of UTF-8 here. */
    private static void requireUtf8(byte[] body) {
        if (body.length > 1 && (body[0] == 0 || body[1] == 0)) {
            throw malformed("it must be UTF-8");
        }
        if (body.length > 2 && body[0] == (byte) 0xEF && body[1] == (byte) 0xBB && body[2] == (byte) 0xBF) {
            throw malformed("it must not begin with a byte order mark");
        }
        try {
            StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(body));
        } catch (CharacterCodingException e) {
            throw malformed("it must be UTF-8");
        }
    }

    private static Json value(JsonParser parser) {
        JsonToken token = parser.currentToken();
        return switch (token) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_STRING -> new Json.Text(parser.getString());
            case VALUE_NUMBER_INT -> new Json.Num(decimal(parser), true);
            case VALUE_NUMBER_FLOAT -> new Json.Num(decimal(parser), false);
            case VALUE_TRUE -> new Json.Bool(true);
            case VALUE_FALSE -> new Json.Bool(false);
            case VALUE_NULL -> new Json.Null();
            case END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
                throw new IllegalStateException("no value at " + token);
        };
    }

    private static BigDecimal decimal(JsonParser parser) {
        try {
            return parser.getDecimalValue();
        } catch (NumberFormatException exponentTooLong) {
            return extreme(parser.getString());
        }
    }

    /** A number whose exponent does not fit into an int: it is JSON all the same, and payloads may hold it. */
    private static BigDecimal extreme(String number) {
        int exponent = Math.max(number.indexOf('e'), number.indexOf('E'));
        boolean zero = number.substring(0, exponent).chars().noneMatch(c -> c >= '1' && c <= '9');
        if (zero || number.charAt(exponent + 1) == '-') {
            return BigDecimal.ZERO;
        }
        return number.charAt(0) == '-' ? BEYOND.negate() : BEYOND;
    }

    private static Json object(JsonParser parser) {
        Map<String, Json.Member> members = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            int from = (int) parser.currentTokenLocation().getByteOffset();
            Json value = value(parser);
            // Strings are read when they are asked for, so that the parser stands behind the value only now.
            int to = (int) parser.currentLocation().getByteOffset();
            members.put(name, new Json.Member(value, from, to));
        }
        return new Json.Obj(members);
    }

    private static Json array(JsonParser parser) {
        List<Json> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(value(parser));
        }
        return new Json.Array(items);
    }

    private static void end(JsonParser parser) {
        if (parser.nextToken() != null) {
            throw malformed("something follows the value");
        }
    }

    /** Jackson's own words, without its asides and its notes on source and reader. */
    private static String words(JacksonException e) {
        String message = e.getOriginalMessage() == null ? "it is not JSON" : e.getOriginalMessage();
        String first =
                ASIDE.matcher(message.lines().findFirst().orElse(message)).replaceAll("");
        if (e instanceof StreamConstraintsException) {
            return first;
        }
        return e.getLocation() == null || e.getLocation().getLineNr() < 1
                ? first
                : first + " (line " + e.getLocation().getLineNr() + ", column "
                        + e.getLocation().getColumnNr() + ")";
    }

    private static ProblemException malformed(String detail) {
        return Problem.of(ProblemType.MALFORMED_JSON, detail).toException();
    }
}
