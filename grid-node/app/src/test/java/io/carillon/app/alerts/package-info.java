/** Alerts over real HTTP. */
@NullMarked
package io.carillon.app.alerts;

import org.jspecify.annotations.NullMarked;
