package io.carillon.gateway.rest;

import io.carillon.gateway.access.Need;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.server.PathContainer;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * Finds what a request asks for. Paths are taken apart and compared by the framework's own parser, as it does it to find the
 * handler: a path cannot mean one thing here and another one there.
 */
public final class RestGate {

    private static final String VERSION = "/v1";

    private record Row(String method, PathPattern pattern, Need need) {}

    private final List<Row> rows = new ArrayList<>();

    /**
     * @param calls by method and path, served under their version as well
     * @param operations by method and path
     */
    public RestGate(Map<String, Need> calls, Map<String, Need> operations) {
        calls.forEach((call, need) -> {
            add(call, "", need);
            add(call, VERSION, need);
        });
        operations.forEach((call, need) -> add(call, "", need));
        rows.sort(Comparator.comparing(Row::pattern, PathPattern.SPECIFICITY_COMPARATOR));
    }

    private void add(String call, String prefix, Need need) {
        int space = call.indexOf(' ');
        PathPattern pattern = PathPatternParser.defaultInstance.parse(prefix + call.substring(space + 1));
        rows.add(new Row(call.substring(0, space), pattern, need));
    }

    /**
     * Empty: there is no such path, so nobody may ask for it. Whoever asks for one that is served with other methods only hears
     * which ones, if they have a key.
     */
    public Optional<Need> needOf(String method, PathContainer path) {
        if (climbs(path)) {
            return Optional.empty();
        }
        String asked = method.equals("HEAD") ? "GET" : method;
        boolean served = false;
        for (Row row : rows) {
            if (row.pattern.matches(path)) {
                if (row.method.equals(asked)) {
                    return Optional.of(row.need);
                }
                served = true;
            }
        }
        return served ? Optional.of(Need.VIEWER) : Optional.empty();
    }

    /** Nothing that is served has dots for a segment, however they are written. */
    private static boolean climbs(PathContainer path) {
        return path.elements().stream()
                .anyMatch(part -> part instanceof PathContainer.PathSegment segment
                        && segment.valueToMatch().matches("\\.{1,2}"));
    }
}
