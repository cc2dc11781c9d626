/** The worker for a first try. */
@NullMarked
package io.carillon.app.demo;

import org.jspecify.annotations.NullMarked;
