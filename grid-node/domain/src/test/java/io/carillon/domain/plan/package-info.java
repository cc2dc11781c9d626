/** From nominal times to runs and skips, as timelines. */
@NullMarked
package io.carillon.domain.plan;

import org.jspecify.annotations.NullMarked;
