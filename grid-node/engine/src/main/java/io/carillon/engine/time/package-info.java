/** The one place that reads the machine's clocks and draws chance. */
@NullMarked
package io.carillon.engine.time;

import org.jspecify.annotations.NullMarked;
