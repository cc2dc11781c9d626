/** The life of a run as one table of transitions. */
@NullMarked
package io.carillon.domain.run;

import org.jspecify.annotations.NullMarked;
