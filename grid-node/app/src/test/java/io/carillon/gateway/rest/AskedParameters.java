package io.carillon.gateway.rest;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.IOException;
import java.util.Enumeration;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/** Takes note of the query parameters and of the key that controllers ask for. */
final class AskedParameters implements Filter {

    private static final Set<String> PRECONDITIONS = Set.of("If-Match", "If-None-Match");

    final Set<String> asked = new ConcurrentSkipListSet<>();

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        HttpServletRequestWrapper watched = new HttpServletRequestWrapper((HttpServletRequest) request) {
            @Override
            public String getParameter(String name) {
                asked.add(name);
                return super.getParameter(name);
            }

            @Override
            public String[] getParameterValues(String name) {
                // Spring looks for its own way of writing arrays, too.
                if (!name.endsWith("[]")) {
                    asked.add(name);
                }
                return super.getParameterValues(name);
            }

            @Override
            public Enumeration<String> getHeaders(String name) {
                // What is read is compared with tags by Spring itself.
                boolean ofChange = !getMethod().equals("GET") && PRECONDITIONS.contains(name);
                if (ofChange || name.equals("Idempotency-Key")) {
                    asked.add(name);
                }
                return super.getHeaders(name);
            }
        };
        chain.doFilter(watched, response);
    }
}
