package io.carillon.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a method of a bean the code of the jobs that name this handler.
 *
 * <p>The method may take the {@link io.carillon.worker.handler.RunContext} of the attempt, and one other argument: the job's
 * payload, read from JSON into its type (null without a payload). What it returns is the run's result, as JSON; null and {@code
 * void} are none. It is called for many runs at once, and again after a failure: see {@link
 * io.carillon.worker.handler.JobHandler}, whose exceptions it may throw.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface JobHandler {

    /** The handler's name; a job that names none asks for one of its own name. */
    String value();
}
