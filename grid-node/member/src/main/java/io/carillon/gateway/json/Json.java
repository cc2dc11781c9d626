package io.carillon.gateway.json;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A JSON value. */
sealed interface Json {

    /** As in "must be a number, not a string". */
    String kind();

    record Text(String value) implements Json {
        @Override
        public String kind() {
            return "a string";
        }
    }

    /** @param integral written without fraction and exponent */
    record Num(BigDecimal value, boolean integral) implements Json {
        @Override
        public String kind() {
            return "a number";
        }
    }

    record Bool(boolean value) implements Json {
        @Override
        public String kind() {
            return "a boolean";
        }
    }

    record Null() implements Json {
        @Override
        public String kind() {
            return "null";
        }
    }

    record Array(List<Json> items) implements Json {
        public Array {
            items = List.copyOf(items);
        }

        @Override
        public String kind() {
            return "an array";
        }
    }

    /** In the order written; names are unique. */
    record Obj(Map<String, Member> members) implements Json {
        public Obj {
            members = new LinkedHashMap<>(members);
        }

        @Override
        public String kind() {
            return "an object";
        }
    }

    /** A value with the place of its text in the body, the end exclusive. */
    record Member(Json value, int from, int to) {}
}
