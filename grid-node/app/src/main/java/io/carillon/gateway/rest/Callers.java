package io.carillon.gateway.rest;

import io.carillon.domain.access.Principal;
import jakarta.servlet.http.HttpServletRequest;

/** Tells who makes a call. */
@FunctionalInterface
public interface Callers {

    Principal of(HttpServletRequest request);

    /** Where there is no access control. */
    static Callers anonymous() {
        return request -> Principal.ANONYMOUS;
    }
}
