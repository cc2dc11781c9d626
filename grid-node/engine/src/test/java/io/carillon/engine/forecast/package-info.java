/** How the forecast is counted, on virtual time. */
@NullMarked
package io.carillon.engine.forecast;

import org.jspecify.annotations.NullMarked;
