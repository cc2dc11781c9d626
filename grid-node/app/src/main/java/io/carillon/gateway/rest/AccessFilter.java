package io.carillon.gateway.rest;

import io.carillon.domain.access.Principal;
import io.carillon.gateway.access.AccessEvents;
import io.carillon.gateway.access.AccessEvents.Reason;
import io.carillon.gateway.access.Credential;
import io.carillon.gateway.access.KeyRing;
import io.carillon.gateway.access.Need;
import io.carillon.gateway.api.Problem;
import io.carillon.gateway.api.ProblemType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.server.PathContainer;
import org.springframework.http.server.RequestPath;

/**
 * Lets a request through to its handler if its key opens it. Before anything else looks at it, and without a word to those
 * who show no good key: whether there is such a path, or such a job, is not for them.
 */
public final class AccessFilter implements Filter {

    private static final String PRINCIPAL = AccessFilter.class.getName() + ".principal";
    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

    private final KeyRing keys;
    private final RestGate gate;
    private final AccessEvents events;

    public AccessFilter(KeyRing keys, RestGate gate, AccessEvents events) {
        this.keys = keys;
        this.gate = gate;
        this.events = events;
    }

    /** Who makes the calls that have come through this filter. */
    public static Callers callers() {
        return request -> {
            if (request.getAttribute(PRINCIPAL) instanceof Principal known) {
                return known;
            }
            throw new IllegalStateException("a call has come to its handler without a key: " + request.getMethod());
        };
    }

    @Override
    public void doFilter(ServletRequest plainRequest, ServletResponse plainResponse, FilterChain chain)
            throws IOException, ServletException {
        HttpServletRequest request = (HttpServletRequest) plainRequest;
        HttpServletResponse response = (HttpServletResponse) plainResponse;
        Optional<Need> need = gate.needOf(request.getMethod(), pathOf(request));
        if (need.isPresent() && !need.get().asksForKey()) {
            chain.doFilter(request, response);
            return;
        }
        KeyRing.Check check = keys.check(authorization(request), request.getRemoteAddr());
        if (check instanceof KeyRing.Unknown) {
            turnAway(response, Reason.UNKNOWN, UNKNOWN);
        } else if (check instanceof KeyRing.Accepted accepted) {
            enter(request, response, chain, accepted.credential(), need.orElse(null));
        } else {
            response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer realm=\"carillon\"");
            turnAway(response, Reason.UNAUTHENTICATED, UNAUTHENTICATED);
        }
    }

    private void enter(
            HttpServletRequest request,
            HttpServletResponse response,
            FilterChain chain,
            Credential key,
            @Nullable Need need)
            throws IOException, ServletException {
        if (need == null) {
            write(response, Problem.of(ProblemType.NOT_FOUND, "there is nothing at this path"));
        } else if (need.isMetBy(key)) {
            request.setAttribute(PRINCIPAL, key.principal());
            chain.doFilter(request, response);
        } else {
            turnAway(
                    response,
                    Reason.FORBIDDEN,
                    Problem.of(
                            ProblemType.FORBIDDEN,
                            "this call needs a key of " + need.words() + "; yours has role "
                                    + key.role().text()));
        }
    }

    private static final Problem UNAUTHENTICATED =
            Problem.of(ProblemType.UNAUTHENTICATED, "send a good API key with the header Authorization: Bearer <key>");

    private static final Problem UNKNOWN =
            new Problem(ProblemType.STORE_UNAVAILABLE, "keys cannot be looked at now", List.of(), RETRY_AFTER);

    private static PathContainer pathOf(HttpServletRequest request) {
        return RequestPath.parse(request.getRequestURI(), request.getContextPath())
                .pathWithinApplication();
    }

    /** Two are none: which one counts is not for us to choose. */
    private static @Nullable String authorization(HttpServletRequest request) {
        var values = request.getHeaders(HttpHeaders.AUTHORIZATION);
        if (!values.hasMoreElements()) {
            return null;
        }
        String value = values.nextElement();
        return values.hasMoreElements() ? null : value;
    }

    private void turnAway(HttpServletResponse response, Reason reason, Problem problem) throws IOException {
        events.turnedAway(reason);
        write(response, problem);
    }

    private static void write(HttpServletResponse response, Problem problem) throws IOException {
        byte[] body = Answers.body(problem);
        response.setStatus(problem.type().httpStatus());
        if (problem.retryAfter() != null) {
            response.setHeader(
                    HttpHeaders.RETRY_AFTER, Long.toString(problem.retryAfter().toSeconds()));
        }
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}
