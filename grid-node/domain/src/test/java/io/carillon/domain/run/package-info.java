/** The life of a run, as tables. */
@NullMarked
package io.carillon.domain.run;

import org.jspecify.annotations.NullMarked;
