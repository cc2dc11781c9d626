package io.carillon.gateway.rest;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Failures outside of controllers, which the container forwards here. */
@RestController
final class ErrorPage implements ErrorController {

    @RequestMapping("${server.error.path:${error.path:/error}}")
    ResponseEntity<byte[]> error(HttpServletRequest request) {
        Object status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
        // Asked for directly, it is a path like any other that does not exist.
        int code = status instanceof Integer number && number >= 400 && number < 600 ? number : 404;
        return Answers.problem(Problems.ofStatus(HttpStatusCode.valueOf(code)), new HttpHeaders());
    }
}
