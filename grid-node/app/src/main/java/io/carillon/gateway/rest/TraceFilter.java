package io.carillon.gateway.rest;

import io.carillon.member.tracing.CallerTrace;
import io.opentelemetry.context.Scope;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;

/** Has a request handled in the trace that its caller names. */
public final class TraceFilter implements Filter {

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        try (Scope unused =
                CallerTrace.of(((HttpServletRequest) request)::getHeader).makeCurrent()) {
            chain.doFilter(request, response);
        }
    }
}
