/** Retry and fail-over rules as tables. */
@NullMarked
package io.carillon.client.call;

import org.jspecify.annotations.NullMarked;
