/** What the ports say. */
@NullMarked
package io.carillon.domain.store;

import org.jspecify.annotations.NullMarked;
