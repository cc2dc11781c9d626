package io.carillon.process;

import java.sql.SQLException;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** How late runs started, by their rows: PostgreSQL's clock and nobody's word. */
final class LateStarts {

    private final Installation carillon;

    LateStarts(Installation carillon) {
        this.carillon = carillon;
    }

    /** Shards of these members, by the database. */
    Set<Integer> shardsOf(Set<String> memberIds) throws SQLException {
        String ids = memberIds.stream().map(id -> "'" + id + "'").collect(Collectors.joining(","));
        return new TreeSet<>(carillon.numbers("select shard from shards where member_id in (" + ids + ")").stream()
                .map(Long::intValue)
                .toList());
    }

    /** The latest start of all runs that were due in this time. */
    long maxMillis(Instant from, Instant to) throws SQLException {
        return carillon.number(late("max(%s)", from, to) + "), 0)");
    }

    /** The latest start, of these shards alone or of all others. */
    long maxMillis(Instant from, Instant to, Set<Integer> shards, boolean among) throws SQLException {
        return carillon.number(late("max(%s)", from, to) + of(shards, among) + "), 0)");
    }

    long medianMillis(Instant from, Instant to, Set<Integer> shards) throws SQLException {
        return carillon.number(
                late("percentile_disc(0.5) within group (order by %s)", from, to) + of(shards, true) + "), 0)");
    }

    long count(Instant from, Instant to, Set<Integer> shards) throws SQLException {
        return carillon.number(late("count(%s)", from, to) + of(shards, true) + "), 0)");
    }

    private static String late(String aggregate, Instant from, Instant to) {
        return "select coalesce((select "
                + String.format(aggregate, "(1000 * extract(epoch from started_at - due_at))::bigint")
                + " from runs where started_at is not null and due_at between '" + from + "' and '" + to + "'";
    }

    private static String of(Set<Integer> shards, boolean among) {
        String list = shards.stream().map(String::valueOf).collect(Collectors.joining(","));
        return " and shard " + (among ? "" : "not ") + "in (" + (list.isEmpty() ? "-1" : list) + ")";
    }
}
