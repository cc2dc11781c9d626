/** The order in which runs that are due are handed to workers. */
@NullMarked
package io.carillon.domain.dispatch;

import org.jspecify.annotations.NullMarked;
