/** What is told of the coming hour. */
@NullMarked
package io.carillon.domain.forecast;

import org.jspecify.annotations.NullMarked;
