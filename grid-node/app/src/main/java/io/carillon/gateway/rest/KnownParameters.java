package io.carillon.gateway.rest;

import io.carillon.gateway.api.Problem;
import io.carillon.gateway.api.Violations;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Refuses query parameters that a call does not have: what its caller asks for with one would be passed over in silence. Which
 * ones it has is in {@link ApiCalls}.
 */
final class KnownParameters implements HandlerInterceptor {

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        ApiCall call = callOf(request);
        String query = request.getQueryString();
        if (call == null || query == null) {
            return true;
        }
        Violations violations = new Violations();
        Arrays.stream(query.split("&"))
                .filter(pair -> !pair.isEmpty())
                .map(KnownParameters::name)
                .filter(name -> !call.queries().contains(name))
                .sorted()
                .distinct()
                .forEach(name -> violations.add(name, "is not a parameter of this call"));
        if (!violations.isEmpty()) {
            throw Problem.invalid(violations.list()).toException();
        }
        return true;
    }

    private static @Nullable ApiCall callOf(HttpServletRequest request) {
        Object pattern = request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
        if (pattern == null) {
            return null;
        }
        String method = request.getMethod().equals("HEAD") ? "GET" : request.getMethod();
        return ApiCalls.of(method + " " + pattern.toString().replaceFirst("^/v1(?=/)", ""));
    }

    private static String name(String pair) {
        int end = pair.indexOf('=');
        String name = end < 0 ? pair : pair.substring(0, end);
        try {
            return URLDecoder.decode(name, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return name;
        }
    }
}
