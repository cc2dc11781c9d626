/** The HTTP target against a server on loopback, and its rules as tables. */
@NullMarked
package io.carillon.worker.http;

import org.jspecify.annotations.NullMarked;
