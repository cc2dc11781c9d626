package io.carillon.gateway.rest;

import io.carillon.domain.job.JobCommand.Replace.Existence;
import io.carillon.gateway.api.Expected;
import io.carillon.gateway.api.Problem;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/** {@code If-Match} and {@code If-None-Match} of changes, as RFC 9110 has them. A job's tag is its revision. */
final class Preconditions {

    private static final Pattern TAG = Pattern.compile("(W/)?\"([\\x21\\x23-\\x7E\\x80-\\xFF]*)\"");
    /** A tag that is well formed and names no revision matches none. */
    private static final long NO_REVISION = 0;

    private Preconditions() {}

    /** @throws io.carillon.gateway.api.ProblemException if a header is malformed, or of no use here */
    static Expected of(HttpServletRequest request) {
        String match = headerOf(request, HttpHeaders.IF_MATCH);
        String noneMatch = headerOf(request, HttpHeaders.IF_NONE_MATCH);
        if (noneMatch != null) {
            if (!noneMatch.equals("*") || match != null) {
                throw Problem.invalid("If-None-Match", "must be *, and without If-Match")
                        .toException();
            }
            return Expected.NO_JOB;
        }
        if (match == null) {
            return Expected.NOTHING;
        }
        return new Expected(Existence.REQUIRED, match.equals("*") ? List.of() : revisions(match));
    }

    /** Several lines of one header are one list. */
    private static @Nullable String headerOf(HttpServletRequest request, String name) {
        List<String> lines = Collections.list(request.getHeaders(name));
        return lines.isEmpty() ? null : String.join(",", lines).trim();
    }

    private static List<Long> revisions(String list) {
        List<Long> revisions = new ArrayList<>();
        for (String item : list.split(",", -1)) {
            Matcher tag = TAG.matcher(item.trim());
            if (!tag.matches()) {
                throw Problem.invalid("If-Match", "must be * or a list of tags such as \"7\"")
                        .toException();
            }
            // A weak tag never matches where the whole matters.
            boolean names = tag.group(1) == null && tag.group(2).matches("[1-9][0-9]{0,17}");
            revisions.add(names ? Long.parseLong(tag.group(2)) : NO_REVISION);
        }
        return revisions;
    }
}
