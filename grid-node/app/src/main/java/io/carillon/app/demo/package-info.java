/**
 * A worker to try things with, in the member's own process: one command shows a run from end to end, and one Ctrl-C ends
 * it. The only package of the member that knows the worker.
 */
@NullMarked
package io.carillon.app.demo;

import org.jspecify.annotations.NullMarked;
