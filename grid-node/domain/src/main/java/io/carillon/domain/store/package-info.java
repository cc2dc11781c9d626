/** What the durable store is asked and what it answers: every write conditional on epoch and version. */
@NullMarked
package io.carillon.domain.store;

import org.jspecify.annotations.NullMarked;
