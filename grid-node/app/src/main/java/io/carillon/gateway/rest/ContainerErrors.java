package io.carillon.gateway.rest;

import io.carillon.gateway.api.Problem;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;

/** Requests that the container refuses before any servlet sees them: their answers are problems too, not pages. */
public final class ContainerErrors extends ErrorReportValve {

    @Override
    protected void report(Request request, Response response, @Nullable Throwable failure) {
        int status = response.getStatus();
        if (status < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
            return;
        }
        try {
            Problem problem = Problems.ofStatus(HttpStatusCode.valueOf(status));
            response.setStatus(problem.type().httpStatus());
            response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
            response.getOutputStream().write(Answers.body(problem));
            response.finishResponse();
        } catch (IOException | IllegalStateException gone) {
            getContainer().getLogger().debug("no error could be reported", gone);
        }
    }
}
